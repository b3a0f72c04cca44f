import { z } from 'zod';
import { choosePassword, findPasswordToken } from '../../auth/password-link.ts';
import { type Person, roleSchema } from '../../contract/actor.ts';
import { emailSchema, passwordSchema, type ShownPerson, shownPersonSchema } from '../../contract/person.ts';
import { changePassword } from '../../people/change-password.ts';
import { changePerson } from '../../people/change-person.ts';
import { invitePerson } from '../../people/invite-person.ts';
import { listPeople } from '../../people/list-people.ts';
import { renewPasswordLink } from '../../people/renew-link.ts';
import { openProcedure, personProcedure, router } from '../init.ts';

const tokenSchema = z.string().min(1).max(200);
const linkSchema = z.strictObject({ email: z.string(), token: z.string() });
const nothing = z.strictObject({});

export const usersRouter = router({
  me: personProcedure.output(shownPersonSchema).query(({ ctx }) => shown(ctx.actor.person)),

  list: personProcedure
    .output(z.array(shownPersonSchema))
    .query(async ({ ctx }) => (await listPeople(ctx.writes)).map(shown)),

  /** The token goes into the link that the owner hands over; it is not shown again. */
  invite: personProcedure
    .input(z.strictObject({ email: emailSchema, role: roleSchema }))
    .output(linkSchema)
    .mutation(({ ctx, input }) => invitePerson(ctx.writes, input, ctx.nowMs)),

  renewLink: personProcedure
    .input(z.strictObject({ email: emailSchema }))
    .output(linkSchema)
    .mutation(({ ctx, input }) => renewPasswordLink(ctx.writes, input, ctx.nowMs)),

  change: personProcedure
    .input(
      z.strictObject({ email: emailSchema, role: roleSchema.exactOptional(), isDisabled: z.boolean().exactOptional() }),
    )
    .output(shownPersonSchema)
    .mutation(async ({ ctx, input }) => shown(await changePerson(ctx.writes, input))),

  changePassword: personProcedure
    .input(z.strictObject({ current: passwordSchema, next: passwordSchema }))
    .output(nothing)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.writes, input);
      return {};
    }),

  /** Whom a link is for: their e-mail, or null for the first owner. */
  readLink: openProcedure
    .input(z.strictObject({ token: tokenSchema }))
    .output(z.strictObject({ isGood: z.boolean(), email: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const link = await findPasswordToken(ctx.runtime.engine, input.token);
      return { isGood: link !== null, email: link?.email ?? null };
    }),

  choosePassword: openProcedure
    .input(z.strictObject({ token: tokenSchema, email: z.string().max(254), password: passwordSchema }))
    .output(z.strictObject({ email: z.string() }))
    .mutation(async ({ ctx, input }) => ({ email: (await choosePassword(ctx.runtime.engine, input)).email })),
});

function shown({ email, role, hasPassword, isDisabled }: Person): ShownPerson {
  return { email, role, hasPassword, isDisabled };
}
