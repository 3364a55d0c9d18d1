import { rows } from '#app/kernel/sql'

const AUTHORS_MAX = 500

/** Everybody who may have made an entry, for a filter; also those who left. */
export function listAuthors(): Promise<{ value: string; label: string }[]> {
  return rows(
    `select id::text as value, name as label from users where role <> 'adm1n1strat0r' order by name limit ${AUTHORS_MAX}`
  )
}
