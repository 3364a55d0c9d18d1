import { row, rows } from '#app/kernel/sql'

export type CategoryOption = { id: number; name: string; accountPrefix: string }

/** Active expense categories, for pickers. */
export function listCategories(): Promise<CategoryOption[]> {
  return rows<CategoryOption>(
    `select id, name::text, ledger_account_prefix as account_prefix from categories where active order by name::text collate "es-x-icu"`
  )
}

/** The account family that a category charges. */
export async function categoryAccount(categoryId: number): Promise<string | null> {
  const found = await row<{ prefix: string }>(
    `select ledger_account_prefix as prefix from categories where id = :categoryId`,
    { categoryId }
  )
  return found?.prefix ?? null
}
