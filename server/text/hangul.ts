/** What a unit is in the composition of a Hangul syllable, by its compatibility form; '' when it takes no part. */
export type HangulRole = 'lead' | 'vowel' | 'tail' | 'open-syllable' | '';

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const TAILS_PER_VOWEL = 28;
/** Conjoining jamo, compatibility jamo, half-width jamo. */
const IS_JAMO = /[\u1100-\u11FF\u3131-\u318E\uFFA1-\uFFDC]/;

const jamoRoles = new Map<number, HangulRole>();

export function hangulRole(unit: number): HangulRole {
  if (unit < 0x1100) return '';
  if (unit >= FIRST_SYLLABLE && unit <= LAST_SYLLABLE) {
    return (unit - FIRST_SYLLABLE) % TAILS_PER_VOWEL === 0 ? 'open-syllable' : '';
  }
  return jamoRoles.get(unit) ?? learnJamo(unit);
}

function learnJamo(unit: number): HangulRole {
  const character = String.fromCharCode(unit);
  if (!IS_JAMO.test(character)) return '';
  const jamo = character.normalize('NFKC').charCodeAt(0);
  const role = roleOfJamo(jamo);
  jamoRoles.set(unit, role);
  return role;
}

function roleOfJamo(jamo: number): HangulRole {
  if (jamo >= 0x1100 && jamo <= 0x1112) return 'lead';
  if (jamo >= 0x1161 && jamo <= 0x1175) return 'vowel';
  return jamo >= 0x11a8 && jamo <= 0x11c2 ? 'tail' : '';
}

/** Whether two neighbours become one syllable. A vowel right after a vowel stands alone, as in ㅠㅠ. */
export function composesHangul(before: HangulRole, role: HangulRole): boolean {
  if (role === 'vowel') return before === 'lead';
  return role === 'tail' && (before === 'vowel' || before === 'open-syllable');
}
