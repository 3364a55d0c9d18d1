import { allowsAccount } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/sql'

type Option = { value: string; label: string }

/** Accounts of the companies in scope, for the filter of the history. */
export function accountOptions(siteIds: number[] | 'all', userId: number): Promise<Option[]> {
  return rows<Option>(
    `select b.id::text as value, s.code || ' · ' || b.name as label from bank_accounts b join sites s on s.id = b.site_id
      where (:all or b.site_id = any(:ids::bigint[])) and ${allowsAccount('view', 'b.id', ':userId')}
      order by s.code, b.name limit 500`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, userId }
  )
}

const FOUND_MAX = 20

/** People who may ask for payments and whose name has the words, for the filter of the history. */
export function findRequesters(words: string): Promise<Option[]> {
  return rows<Option>(
    `select id::text as value, name as label from users
      where role <> 'adm1n1strat0r' and search_text like '%' || f_unaccent(lower(:words)) || '%'
      order by name collate "es-x-icu", id limit ${FOUND_MAX}`,
    { words: words.replace(/[\\%_]/g, '\\$&') }
  )
}
