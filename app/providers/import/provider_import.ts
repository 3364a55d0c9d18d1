import type { Actor } from '#app/audit/record_event'
import { deleteBytes } from '#app/files/store_file'
import type { MadeImport } from '#app/imports/define_import'
import { defineImport } from '#app/imports/table_import'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lastFour, normalizeIban } from '#app/kernel/identifiers/iban'
import { counted } from '#app/kernel/text/counted'
import { foldText } from '#app/kernel/text/similarity'
import { removeProvider } from '#app/providers/actions/move_provider'
import { makeProviders, rehearse } from '#app/providers/import/make_providers'
import { PROVIDER_COLUMNS, readProvider } from '#app/providers/import/read_provider'

/** Suppliers from a file, all of them or none. */
export const providerImport = defineImport({
  kind: 'providers',
  page: 'providers/imports/create',
  at: {
    create: '/providers/imports/create',
    files: '/providers/imports',
    back: '/providers',
    done: '/providers',
  },
  title: 'Importar proveedores',
  subtitle:
    'Altas nuevas desde un fichero. Se importan todas las filas o ninguna; las cuentas esperan a que otra persona las verifique.',
  nouns: { one: 'proveedor', many: 'proveedores' },
  columns: PROVIDER_COLUMNS,
  rowsMax: 2000,
  shown: [
    { key: 'legalName', title: 'Proveedor', kind: 'text' },
    { key: 'taxId', title: 'NIF', kind: 'number' },
    { key: 'category', title: 'Categoría', kind: 'text' },
    { key: 'iban', title: 'Cuenta', kind: 'number' },
  ],
  wrongRows: 'refuse',
  repeatedFile: 'tell',
  keepsFile: false,
  keepsRows: false,
  audit: { objectType: 'provider', applied: 'providers.imported', undone: 'providers.import_undone' },
  told: (count) => `${counted(count, 'proveedor importado', 'proveedores importados')}.`,
  context: async (_asked, client) => {
    const categories = await rows<{ id: number; name: string }>(
      `select id, name::text from categories where active order by id desc`,
      {},
      client
    )
    return new Map(categories.map(({ id, name }) => [foldText(name), id]))
  },
  read: readProvider,
  // Applied, they are made in earnest: what is refused then is found out by it.
  judge: (read, { purpose, actor }) => (purpose === 'look' ? rehearse(read, actor) : Promise.resolve(read)),
  show: ({ category, provider }) => ({
    legalName: provider.legalName,
    taxId: provider.taxId ?? 'Sin NIF',
    category,
    iban: provider.iban ? `•••• ${lastFour(normalizeIban(provider.iban))}` : null,
  }),
  apply: async (right, { actor, importId }, trx) => {
    const { taken, refused } = await makeProviders(right, actor, trx, importId)
    const [wrong] = refused
    if (wrong)
      throw new DomainError('E_ROWS', `Corrija el fichero: fila ${wrong[0]}. ${wrong[1]}`, { field: 'file' })
    return { count: taken.length, siteIds: [], taken }
  },
  undo: {
    hours: 30 * 24,
    question: (file, count) =>
      `Se retirarán los ${count} proveedores de «${file}», siempre que no se haya modificado ninguno después ni tenga documentos.`,
    act: undoProviders,
    told: (count) =>
      `Importación deshecha: ${counted(count, 'proveedor retirado', 'proveedores retirados')}.`,
  },
})

/** Only while none of them was changed or has documents. */
async function undoProviders({ id }: MadeImport, actor: Actor, trx: Transaction): Promise<number> {
  const made = await rows<{ id: number; name: string; isTouched: boolean }>(
    `select id, legal_name as name, lock_version > 0 as is_touched from providers where import_id = :id::uuid order by id for update`,
    { id },
    trx
  )
  const touched = made.find(({ isTouched }) => isTouched)
  if (touched)
    throw new DomainError('E_UNDO', `No se puede deshacer: «${touched.name}» se ha modificado después.`)
  for (const provider of made)
    for (const key of await removeProvider(provider.id, actor, trx))
      trx.after('commit', () => deleteBytes(key))
  return made.length
}
