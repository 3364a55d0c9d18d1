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

export type CategoryNode = {
  id: number
  name: string
  parent_id: number | null
  account_prefix: string
  deductible_percent: number
  active: boolean
  depth: number
}

/** All categories, each behind its parent. */
export async function categoryTree(): Promise<CategoryNode[]> {
  const found = await rows<{
    id: number
    name: string
    parentId: number | null
    accountPrefix: string
    deductiblePercent: number
    active: boolean
    depth: number
  }>(
    `with recursive tree as (select c.*, 0 as depth, array[c.name::text collate "es-x-icu"] as path from categories c where parent_id is null
        union all select c.*, tree.depth + 1, tree.path || (c.name::text collate "es-x-icu") from categories c join tree on c.parent_id = tree.id)
     select id, name::text, parent_id, ledger_account_prefix as account_prefix, deductible_percent, active, depth from tree order by path`
  )
  return found.map(({ parentId, accountPrefix, deductiblePercent, ...node }) => ({
    ...node,
    parent_id: parentId,
    account_prefix: accountPrefix,
    deductible_percent: deductiblePercent,
  }))
}
