import { rows } from '#app/kernel/database/sql'

const PEOPLE_MAX = 20

/** People whose name has the text, for filters by who uploaded or did something; at most twenty. */
export async function listPeople(text: string): Promise<{ value: string; label: string }[]> {
  const found = await rows<{ id: number; name: string }>(
    `select id, name from users where f_unaccent(lower(name)) like '%' || f_unaccent(lower(:text)) || '%' order by name, id limit ${PEOPLE_MAX}`,
    { text: text.replace(/[\\%_]/g, '\\$&') }
  )
  return found.map(({ id, name }) => ({ value: String(id), label: name }))
}
