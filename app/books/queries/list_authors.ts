import { type Companies, companiesFilter } from '#app/books/queries/book_scope'
import { rows } from '#app/kernel/database/sql'

const AUTHORS_MAX = 500

/** Everybody who made an entry of some companies, for a filter; also those who left. */
export function listAuthors(companies: Companies): Promise<{ value: string; label: string }[]> {
  const { where, bindings } = companiesFilter(companies, 'e.site_id')
  return rows(
    `select u.id::text as value, u.name as label from users u
      where exists (select 1 from journal_entries e where e.created_by = u.id and ${where.join(' and ')}) order by u.name limit ${AUTHORS_MAX}`,
    bindings
  )
}
