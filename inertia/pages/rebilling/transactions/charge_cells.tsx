import { Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconArrowsSplit } from '@tabler/icons-react'
import type { Cells } from '~/kit/list/declared_columns'
import type { Filter } from '~/kit/list/list_types'
import type { ChargeRow } from './charge_types'

/** What the page alone draws: that the cost of a charge is gone, or that it came by another charge. */
export const chargeCells: Cells<ChargeRow> = {
  concept: (row) => (
    <>
      {row.alert ? (
        <Tooltip label={row.alert}>
          <IconAlertTriangle size={14} color="var(--tone-red-fg)" aria-label={row.alert} />
        </Tooltip>
      ) : null}
      {row.isChain ? (
        <Tooltip label="El gasto procede de otra refacturación.">
          <IconArrowsSplit size={14} aria-label="El gasto procede de otra refacturación" />
        </Tooltip>
      ) : null}
      {row.alert || row.isChain ? ' ' : ''}
      {row.concept}
    </>
  ),
}

export const chargeFilters: Filter[] = [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'origin_ids', label: 'Origen', kind: 'sites' },
  { name: 'target_ids', label: 'Destino', kind: 'sites' },
  { name: 'period', label: 'Periodo', kind: 'days' },
  { name: 'amount', label: 'Total', kind: 'amounts' },
  {
    name: 'treatment',
    label: 'Tratamiento',
    kind: 'multi',
    options: [
      { value: 'invoice', label: 'Factura con IVA' },
      { value: 'suplido', label: 'Suplido' },
      { value: 'debit_note', label: 'Nota de cargo' },
    ],
  },
  {
    name: 'settlement',
    label: 'Liquidación',
    kind: 'multi',
    options: [
      { value: 'current_account', label: 'Cuenta corriente' },
      { value: 'payment', label: 'Pago' },
      { value: 'loan', label: 'Préstamo' },
    ],
  },
  { name: 'alert', label: 'Debe rectificarse', kind: 'check' },
  { name: 'chain', label: 'Procede de otra refacturación', kind: 'check' },
]
