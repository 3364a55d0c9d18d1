import { rows } from '#app/kernel/sql'

/** Rejects when the database does not answer. */
export async function pingDatabase(): Promise<void> {
  await rows('select 1')
}
