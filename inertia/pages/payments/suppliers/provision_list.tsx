import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { ProvisionRow } from './payment_rows'
import { supplierTabs } from './supplier_tabs'

const CreateProvisionDialog = lazy(async () => ({
  default: (await import('./create_provision_dialog')).CreateProvisionDialog,
}))
const ApplyProvisionDialog = lazy(async () => ({
  default: (await import('./apply_provision_dialog')).ApplyProvisionDialog,
}))

const cells: Cells<ProvisionRow> = {
  invoice: (row) =>
    row.invoice ? (
      <Link href={urlFor('invoices.show', { id: row.invoice.id })}>{row.invoice.number}</Link>
    ) : (
      '–'
    ),
}

const filters: Filter[] = [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: '/providers/options' },
  {
    name: 'status',
    label: 'Estado',
    kind: 'multi',
    options: [
      { value: 'open', label: 'Abierta' },
      { value: 'applied', label: 'Vinculada' },
      { value: 'cancelled', label: 'Cancelada' },
    ],
  },
]

/** What suppliers will be owed: accrued, paid in advance, and taken by the invoice when it comes. */
export function ProvisionList({ provisions }: { provisions: ListOf<ProvisionRow> }) {
  const [isCreating, setIsCreating] = useState(false)
  const [applied, setApplied] = useState<ProvisionRow | null>(null)
  const rowActions: RowAction<ProvisionRow>[] = [
    {
      label: 'Crear pago',
      transition: 'order',
      confirm: (row) => ({
        title: 'Pagar la provisión',
        question: `Se creará un pago en borrador a ${row.provider}, como anticipo hasta que llegue la factura.`,
        facts: [{ label: 'Importe', value: <Money value={row.amount} /> }],
        submitLabel: `Crear pago de ${moneyText({ minor: row.amount.minor - row.paid.minor, currency: row.amount.currency })}`,
        url: urlFor('paysuppliers.provisions.order', { id: row.id }),
      }),
    },
    { label: 'Vincular factura', transition: 'apply', onSelect: setApplied },
    {
      label: 'Cancelar la provisión',
      transition: 'cancel',
      isDangerous: true,
      confirm: (row) => ({
        title: 'Cancelar la provisión',
        question: 'Se anula su asiento y se liberan los fondos reservados.',
        facts: [
          { label: 'Concepto', value: row.concept },
          { label: 'Importe', value: <Money value={row.amount} /> },
        ],
        submitLabel: `Sí, cancelar ${moneyText(row.amount)}`,
        isDangerous: true,
        reason: { label: 'Motivo', isRequired: true },
        url: urlFor('paysuppliers.provisions.destroy', { id: row.id }),
        method: 'delete',
      }),
    },
  ]
  const create = <Button onClick={() => setIsCreating(true)}>Nueva provisión</Button>
  return (
    <ListPage
      title="Pagar proveedores"
      list={provisions}
      cells={cells}
      storageKey="supplier_provisions"
      filters={filters}
      tabs={supplierTabs}
      searchLabel="Buscar por concepto"
      rowActions={rowActions}
      nouns={{ one: 'provisión', many: 'provisiones' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'No hay provisiones abiertas.', action: create }}
      actions={create}
    >
      <Suspense>
        {isCreating ? <CreateProvisionDialog onClose={() => setIsCreating(false)} /> : null}
        {applied ? (
          <ApplyProvisionDialog key={applied.id} provision={applied} onClose={() => setApplied(null)} />
        ) : null}
      </Suspense>
    </ListPage>
  )
}
