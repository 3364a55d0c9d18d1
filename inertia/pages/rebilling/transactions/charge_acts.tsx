import { today } from '#app/kernel/time/calendar_date'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { BulkAction, RowAction } from '~/kit/list/list_types'
import { sumByCurrency } from '~/kit/list/selection_sum'
import { type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { ChargeRow } from './charge_types'

/** So many are named one by one. */
const NAMED_MAX = 8

/** What the acts repeat of the charges: who charges whom and how much, of many how many and their sum. */
const facts = (rows: readonly ChargeRow[]): Confirmation['facts'] => {
  const [only] = rows
  const named =
    rows.length === 1 && only
      ? [
          { label: 'Refacturación', value: only.number },
          { label: 'Concepto', value: only.concept },
          { label: 'De', value: only.origin },
          { label: 'A', value: only.target },
        ]
      : rows.length <= NAMED_MAX
        ? rows.map(({ number, origin, target, total }) => ({
            label: `${number} · ${origin} a ${target}`,
            value: moneyText(total),
          }))
        : [{ label: 'Refacturaciones', value: String(rows.length) }]
  return [...named, { label: 'Total', value: sums(rows.map(({ total }) => total)) }]
}

const sums = (amounts: readonly MoneyValue[]) =>
  sumByCurrency([...amounts])
    .map(moneyText)
    .join(' · ')

const verb = (text: string, rows: readonly ChargeRow[]) => `${text} ${sums(rows.map(({ total }) => total))}`
const ids = (rows: readonly ChargeRow[]) => rows.map(({ id }) => id)

export const approve = (rows: readonly ChargeRow[]): Confirmation => ({
  title: rows.length === 1 ? 'Aprobar la refacturación' : 'Aprobar refacturaciones',
  question: 'Su aprobación vale en cada empresa en la que pueda darla; hacen falta las de las dos.',
  facts: facts(rows),
  submitLabel: verb('Aprobar', rows),
  values: { charges: rows.map(({ id, fingerprint }) => ({ id, fingerprint })) },
  url: urlFor('rebilling.approve'),
})

export const issue = (rows: readonly ChargeRow[]): Confirmation => ({
  title: rows.length === 1 ? 'Emitir la refacturación' : 'Emitir refacturaciones',
  question:
    'Se numera el documento y se contabiliza en las dos empresas con la fecha de hoy. Después solo puede rectificarse.',
  facts: facts(rows),
  submitLabel: verb('Emitir', rows),
  values: { ids: ids(rows), issuedOn: today() },
  url: urlFor('rebilling.issue'),
})

export const settle = (rows: readonly ChargeRow[]): Confirmation => ({
  title: rows.length === 1 ? 'Liquidar la refacturación' : 'Liquidar refacturaciones',
  question:
    'Las que se liquidan por pago crean su orden en borrador, que se aprueba como cualquier otra; las de préstamo pasan a él.',
  facts: facts(rows),
  submitLabel: verb('Liquidar', rows),
  values: { ids: ids(rows) },
  url: urlFor('rebilling.settle'),
})

export const discard = (rows: readonly ChargeRow[]): Confirmation => ({
  title: rows.length === 1 ? 'Descartar la refacturación' : 'Descartar refacturaciones',
  question: 'Sus gastos no se volverán a proponer mientras nadie las recupere.',
  facts: facts(rows),
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  submitLabel: 'Descartar',
  isDangerous: true,
  values: { ids: ids(rows) },
  url: urlFor('rebilling.discard'),
})

export const recover = (rows: readonly ChargeRow[]): Confirmation => ({
  title: 'Recuperar',
  question: 'Vuelve a contar como estaba y debe aprobarse de nuevo.',
  facts: facts(rows),
  submitLabel: 'Recuperar',
  values: { ids: ids(rows) },
  url: urlFor('rebilling.recover'),
})

export const rectify = (row: Pick<ChargeRow, 'id' | 'number' | 'total' | 'invoiceNumber'>): Confirmation => ({
  title: 'Rectificar la refacturación',
  question: `Se prepara la rectificación de ${row.invoiceNumber || row.number} por ${moneyText(row.total)}. Debe aprobarse en las dos empresas; al emitirla, esta queda rectificada, y lo que se haya pagado se devuelve.`,
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  submitLabel: 'Rectificar',
  isDangerous: true,
  url: urlFor('rebilling.rectify', { id: row.id }),
})

export const rowActions: RowAction<ChargeRow>[] = [
  { label: 'Aprobar', transition: 'approve', confirm: (row) => approve([row]) },
  { label: 'Emitir', transition: 'issue', confirm: (row) => issue([row]) },
  { label: 'Liquidar', transition: 'settle', confirm: (row) => settle([row]) },
  {
    label: 'Editar importes',
    transition: 'edit',
    href: (row) => urlFor('rebilling.show', { id: row.id }, { act: 'edit' }),
  },
  { label: 'Rectificar', transition: 'rectify', isDangerous: true, confirm: rectify },
  { label: 'Recuperar', transition: 'recover', confirm: (row) => recover([row]) },
  { label: 'Descartar', transition: 'discard', isDangerous: true, confirm: (row) => discard([row]) },
]

export const bulkActions: BulkAction<ChargeRow>[] = [
  { label: 'Aprobar', transition: 'approve', confirm: approve },
  { label: 'Emitir', transition: 'issue', confirm: issue },
  { label: 'Liquidar', transition: 'settle', confirm: settle },
  { label: 'Recuperar', transition: 'recover', confirm: recover },
  { label: 'Descartar', transition: 'discard', isDangerous: true, confirm: discard },
]
