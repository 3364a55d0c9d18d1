import { S } from '#app/identity/roles'
import type { ReadRow } from '#app/imports/read_rows'
import { defineImport } from '#app/imports/table_import'
import { type Client, execute, rows } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import { insertLegacyPayments } from '#app/reports/legacy_import/insert_legacy_payments'
import {
  LEGACY_COLUMNS,
  type LegacyPayment,
  readLegacyPayment,
} from '#app/reports/legacy_import/read_legacy_payment'
import { siteCodes, sitesByName } from '#app/sites/queries/sites_by_name'

/** Payments of before the product, for the history; nothing is posted, and what is there already is left out. */
export const legacyImport = defineImport({
  kind: 'legacy-payments',
  page: 'reports/payment_imports/create',
  at: {
    create: '/historypay/imports/create',
    files: '/historypay/imports',
    back: '/historypay',
    done: '/historypay?origin=import',
  },
  title: 'Importar histórico',
  subtitle: 'Pagos de antes de usar esta aplicación. Se consultan; no se contabilizan.',
  nouns: { one: 'pago', many: 'pagos' },
  columns: LEGACY_COLUMNS,
  rowsMax: 200_000,
  moves: 'past',
  shown: [
    { key: 'paidOn', title: 'Fecha', kind: 'day' },
    { key: 'site', title: 'Empresa', kind: 'text' },
    { key: 'payee', title: 'Beneficiario', kind: 'text' },
    { key: 'concept', title: 'Concepto', kind: 'text' },
    { key: 'amount', title: 'Importe', kind: 'money' },
    { key: 'reference', title: 'Referencia', kind: 'text' },
  ],
  wrongRows: 'ask',
  repeatedFile: 'tell',
  keepsFile: true,
  keepsRows: false,
  audit: {
    objectType: 'legacy_payment_import',
    applied: 'legacy_payments.imported',
    undone: 'legacy_payments.undone',
  },
  told: (count) => `${counted(count, 'pago importado', 'pagos importados')}.`,
  context: async ({ scope }, client) => {
    const currencies = await rows<{ code: string }>(`select code from currencies`, {}, client)
    return {
      siteIds: await sitesByName({ scope, archived: 'with' }, client),
      siteCodes: await siteCodes(client),
      currencies: new Set(currencies.map(({ code }) => code)),
    }
  },
  read: readLegacyPayment,
  judge: (read, _asked, client) => markRepeated(read, client),
  show: ({ paidOn, siteId, payee, concept, amountMinor, currency, reference }, { siteCodes: codes }) => ({
    paidOn,
    site: codes.get(siteId) ?? '',
    payee,
    concept,
    amount: { minor: amountMinor, currency },
    reference,
  }),
  apply: async (right, work, trx) => ({
    count: await insertLegacyPayments(right, work, trx),
    siteIds: [...new Set(right.map(({ value }) => value.siteId))],
    taken: [],
  }),
  undo: {
    hours: 30 * 24,
    roles: [S],
    question: (file, count) =>
      count === 1
        ? `Se retirará del histórico el pago de «${file}».`
        : `Se retirarán del histórico los ${count} pagos de «${file}».`,
    act: ({ id }, _actor, trx) =>
      execute(`delete from legacy_payments where import_batch = :id::uuid`, { id }, trx),
    told: (count) => `Importación deshecha: ${counted(count, 'pago retirado', 'pagos retirados')}.`,
  },
})

/** Which of these payments are in the history already, or twice in the file itself. */
async function markRepeated(
  read: ReadRow<LegacyPayment | null>[],
  client?: Client
): Promise<ReadRow<LegacyPayment>[]> {
  const wanted = read.flatMap(({ value }) => (value ? [value.fingerprint] : []))
  const known = await rows<{ fingerprint: string }>(
    `select fingerprint from legacy_payments where fingerprint = any(:wanted::text[])`,
    { wanted },
    client
  )
  const seen = new Set(known.map(({ fingerprint }) => fingerprint))
  return read.map(({ value, ...row }) => {
    if (value === null) return { ...row, value }
    const isRepeated = seen.has(value.fingerprint)
    seen.add(value.fingerprint)
    return isRepeated ? { ...row, value, isRepeated } : { ...row, value }
  })
}
