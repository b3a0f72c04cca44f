import { defineConfig } from 'drizzle-kit';

// Only `generate` is used. Never `push`: it would drop the FTS tables that search.sql makes.
export default defineConfig({
  dialect: 'sqlite',
  schema: './drizzle/sqlite/schema/*.ts',
  out: './drizzle/sqlite/migrations',
});
