import env from '#start/env'

/** Whose task the backup is: the product's own with the database it brings, else that of who runs the database. */
export function backupDuty(): { isOwn: boolean } {
  return { isOwn: env.get('DATABASE_EMBEDDED') === true }
}
