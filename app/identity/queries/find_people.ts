import type { Role } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'

const FOUND_MAX = 20

/** People of some roles whose name has the words, for a picker. */
export function findPeople(
  words: string,
  roles: readonly Role[]
): Promise<{ value: string; label: string }[]> {
  return rows(
    `select id::text as value, name as label from users
      where role = any(:roles::text[]) and search_text like '%' || f_unaccent(lower(:words)) || '%'
      order by name collate "es-x-icu", id limit ${FOUND_MAX}`,
    { roles: [...roles], words: words.replace(/[\\%_]/g, '\\$&') }
  )
}
