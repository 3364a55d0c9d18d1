import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { isForeignKeyViolation, violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { findHindrances } from '#app/kernel/hindrances'
import { refuseForeignCodes, TAX_FIELDS } from '#app/ledger/actions/refuse_foreign_codes'
import { type CategoryUse, categoryUses } from '#app/sites/ports'

/** The marks a category may be known by. */
export const CATEGORY_COLORS = {
  gray: 'Gris',
  red: 'Rojo',
  pink: 'Rosa',
  grape: 'Morado',
  violet: 'Violeta',
  indigo: 'Índigo',
  blue: 'Azul',
  cyan: 'Cian',
  teal: 'Verde azulado',
  green: 'Verde',
  lime: 'Lima',
  yellow: 'Amarillo',
  orange: 'Naranja',
  dark: 'Oscuro',
} as const
export type CategoryColor = keyof typeof CATEGORY_COLORS

export type CategoryInput = {
  name: string
  /** What people type for it; no other category has it. */
  code?: string | null
  color?: CategoryColor | null
  parentId: number | null
  accountPrefix: string
  /** Taxes of its lines where their profile names none. */
  vatCodeId: number | null
  withholdingCodeId: number | null
  deductiblePercent: number
  budgetable: boolean
  active: boolean
}

const DEPTH_MAX = 3
/** Lines that nobody could classify fall into it. */
const UNCLASSIFIED = 'SIN'

/** Adds a category of expense. Throws at `name`, `code`, `parent_id`. Gives its key. */
export function createCategory(category: CategoryInput, actor: Actor): Promise<number> {
  return atField(() =>
    inTransaction(async (trx) => {
      await lockTree(trx)
      await refuseDeep(null, category.parentId, trx)
      await refuseForeignCodes(category, TAX_FIELDS, trx)
      const { id } = await oneRow<{ id: number }>(
        `insert into categories (name, code, color, parent_id, ledger_account_prefix, default_vat_code_id, default_withholding_code_id, deductible_percent, budgetable, active)
         values (:name, :code, :color, :parentId, :accountPrefix, :vatCodeId, :withholdingCodeId, :deductiblePercent, :budgetable, :active) returning id`,
        whole(category),
        trx
      )
      await recordEvent(
        {
          actor,
          objectType: 'category',
          objectId: id,
          event: 'category.created',
          diff: changedFields({}, whole(category)),
        },
        trx
      )
      return id
    })
  )
}

/** Renames, moves, switches a category. Throws at `name`, `code`, `parent_id` (itself, its own branch, a fourth level), E_FIXED. */
export function updateCategory(categoryId: number, category: CategoryInput, actor: Actor): Promise<void> {
  return atField(() =>
    inTransaction(async (trx) => {
      await lockTree(trx)
      const before = await row<Required<CategoryInput>>(
        `select name::text, parent_id, ledger_account_prefix as account_prefix, default_vat_code_id as vat_code_id, default_withholding_code_id as withholding_code_id,
            deductible_percent, budgetable, active, code, nullif(color, '') as color from categories where id = :categoryId`,
        { categoryId },
        trx
      )
      if (!before) throw new DomainError('E_GONE', 'La categoría ya no existe. Recargue la página.')
      if (before.code === UNCLASSIFIED && !category.active)
        throw new DomainError('E_FIXED', '«Sin clasificar» no se desactiva: recibe lo que no tiene perfil.')
      if (before.code === UNCLASSIFIED && whole(category).code !== UNCLASSIFIED)
        throw new DomainError('E_FIXED', 'El código de «Sin clasificar» no se cambia.', { field: 'code' })
      await refuseDeep(categoryId, category.parentId, trx)
      await refuseForeignCodes(category, TAX_FIELDS, trx)
      await execute(
        `update categories set name = :name, code = :code, color = :color, parent_id = :parentId, ledger_account_prefix = :accountPrefix, default_vat_code_id = :vatCodeId,
            default_withholding_code_id = :withholdingCodeId, deductible_percent = :deductiblePercent, budgetable = :budgetable, active = :active,
            updated_at = now() where id = :categoryId`,
        { ...whole(category), categoryId },
        trx
      )
      await recordEvent(
        {
          actor,
          objectType: 'category',
          objectId: categoryId,
          event: 'category.changed',
          diff: changedFields(before, whole(category)),
        },
        trx
      )
    })
  )
}

/**
 * Removes a category that nothing was ever filed under. Throws E_USED with what uses it: it is switched off instead; and
 * E_FIXED for «Sin clasificar». Gives its name.
 */
export async function deleteCategory(categoryId: number, actor: Actor): Promise<string> {
  return inTransaction(async (trx) => {
    await lockTree(trx)
    const category = await row<{ name: string; code: string | null }>(
      `select name::text, code from categories where id = :categoryId for update`,
      { categoryId },
      trx
    )
    if (!category) throw new DomainError('E_GONE', 'La categoría ya no existe. Recargue la página.')
    if (category.code === UNCLASSIFIED)
      throw new DomainError('E_FIXED', '«Sin clasificar» no se elimina: recibe lo que no tiene perfil.')
    const uses = await usesOf(categoryId, trx)
    if (uses.length > 0)
      throw new DomainError(
        'E_USED',
        `No se puede eliminar «${category.name}»: la usan ${uses.join(', ')}. Desactívela.`
      )
    try {
      await execute(`delete from categories where id = :categoryId`, { categoryId }, trx)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      throw new DomainError('E_USED', `No se puede eliminar «${category.name}»: está en uso. Desactívela.`, {
        cause: error,
      })
    }
    await recordEvent(
      {
        actor,
        objectType: 'category',
        objectId: categoryId,
        event: 'category.deleted',
        diff: { name: [category.name, null] },
      },
      trx
    )
    return category.name
  })
}

/** What is filed under a category, in words; at most a thousand of each are counted. */
async function usesOf(categoryId: number, trx: Transaction): Promise<string[]> {
  const uses = [SUBCATEGORIES, ...categoryUses.all(), ENTRY_LINES].map(({ rows, one, many }) => ({
    rows,
    says: (count: number) =>
      count === 1 ? `1 ${one}` : `${count === COUNTED_MAX ? '1.000 o más' : count} ${many}`,
  }))
  const found = await findHindrances(uses, categoryId, { client: trx, countMax: COUNTED_MAX })
  return found.map(({ text }) => text)
}

const COUNTED_MAX = 1000

const SUBCATEGORIES: CategoryUse = {
  rows: (category) => `select 1 from categories where parent_id = ${category}`,
  one: 'subcategoría',
  many: 'subcategorías',
}
const ENTRY_LINES: CategoryUse = {
  rows: (category) => `select 1 from journal_lines where category_id = ${category}`,
  one: 'apunte',
  many: 'apuntes',
}

/** One change of the tree at a time: two moves together could make a ring. */
const lockTree = (trx: Transaction) =>
  execute(`select pg_advisory_xact_lock(hashtext('categories'))`, {}, trx)

/** Three levels, and never under itself. */
async function refuseDeep(
  categoryId: number | null,
  parentId: number | null,
  trx: Transaction
): Promise<void> {
  if (parentId === null) return
  const { above, below, isOwn } = await oneRow<{ above: number; below: number; isOwn: boolean }>(
    `with recursive up as (select id, parent_id, 1 as n from categories where id = :parentId union all
        select c.id, c.parent_id, up.n + 1 from categories c join up on c.id = up.parent_id where up.n < 10),
      down as (select id, 1 as n from categories where id = :categoryId union all select c.id, down.n + 1 from categories c join down on c.parent_id = down.id where down.n < 10)
     select (select coalesce(max(n), 0) from up)::int as above, (select coalesce(max(n), 1) from down)::int as below,
        :parentId::bigint in (select id from down) as is_own`,
    { categoryId, parentId },
    trx
  )
  if (above === 0)
    throw new DomainError('E_PARENT', 'El valor seleccionado no es válido.', { field: 'parent_id' })
  if (isOwn)
    throw new DomainError('E_PARENT', 'Una categoría no puede depender de sí misma.', { field: 'parent_id' })
  if (above + below > DEPTH_MAX)
    throw new DomainError('E_DEPTH', `Las categorías tienen hasta ${DEPTH_MAX} niveles.`, {
      field: 'parent_id',
    })
}

/** What is not given is empty; codes are kept in capitals. */
const whole = (category: CategoryInput): Required<CategoryInput> => ({
  ...category,
  code: category.code?.toUpperCase() || null,
  color: category.color ?? null,
})

async function atField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'categories_code')
      throw new DomainError('E_CODE', 'Ya hay una categoría con este código.', {
        field: 'code',
        cause: error,
      })
    if (constraint !== 'categories_parent_id_name_key') throw error
    throw new DomainError('E_NAME', 'Ya hay una categoría con este nombre.', { field: 'name', cause: error })
  }
}
