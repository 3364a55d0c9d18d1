import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { Dialog } from '~/kit/dialog/dialog'
import { DataList } from '~/kit/list/data_list'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { StatusBadge } from '~/kit/status_badge'
import type { Badge, BankHead } from '../bank_props'
import { bankUrls, payeeUrls } from '../bank_urls'
import styles from '../banking.module.css'
import { BeneficiaryDialog } from './beneficiary_dialog'
import { SupplierDialog } from './supplier_dialog'

export type BeneficiaryRow = {
  id: number
  name: string
  account: string
  email: string | null
  currency: string
  country: string | null
  details: Record<string, string>
  status: Badge
  payeeCheck: Badge | null
  trusted: Badge
  verified: Badge
  waitsUntil: string | null
  fingerprint: string
  supplier: string | null
  createdBy: string | null
  verifiedBy: string | null
  createdAt: string
  actions: string[]
}

export const beneficiaryFilters: Filter[] = [
  {
    name: 'verified',
    label: 'Verificación',
    kind: 'select',
    options: [{ value: 'no', label: 'Sin verificar' }],
  },
  { name: 'gone', label: 'También los eliminados', kind: 'check' },
]

/** What may be done with a beneficiary; `accountId` is the account that a payment would leave from. */
export function beneficiaryActions(
  bank: BankHead,
  connectionId: number,
  accountId: number | null,
  on: { show: (row: BeneficiaryRow) => void; supplier: (row: BeneficiaryRow) => void }
): RowAction<BeneficiaryRow>[] {
  const urls = bankUrls(bank.path)
  const payees = payeeUrls(bank, connectionId)
  const toPay = bank.pages.includes('payment') ? urls.payment : urls.transfer
  return [
    { label: 'Ver', transition: 'show', onSelect: on.show },
    {
      label: 'Pagar',
      transition: 'pay',
      href: (row) => toPay(connectionId, { beneficiary: row.id, account: accountId }),
    },
    {
      label: 'Verificar',
      transition: 'verify',
      confirm: (row) => ({
        title: 'Verificar el beneficiario',
        question: `Confirma que la cuenta es de «${row.name}»: se le podrá pagar desde ${bank.title}, pasado el plazo de espera.`,
        facts: [
          { label: 'Nombre', value: row.name },
          { label: 'Cuenta', value: row.account },
          { label: 'Divisa', value: row.currency },
          ...(row.supplier ? [{ label: 'Proveedor', value: row.supplier }] : []),
          ...(row.payeeCheck ? [{ label: 'Comprobación', value: <StatusBadge {...row.payeeCheck} /> }] : []),
          { label: 'Lo creó', value: row.createdBy ?? `Ya estaba en ${bank.title}` },
        ],
        submitLabel: 'Verificar',
        url: payees.verification(row.id),
        values: { fingerprint: row.fingerprint },
      }),
    },
    {
      label: 'Anular la espera',
      transition: 'waive',
      confirm: (row) => ({
        title: 'Anular la espera',
        question: `Se podrá pagar ya a «${row.name}» (${row.account}), sin esperar a que pase el plazo.`,
        reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
        submitLabel: 'Anular la espera',
        url: payees.waiver(row.id),
      }),
    },
    {
      label: 'Comprobar el titular',
      transition: 'check',
      confirm: (row) => ({
        title: 'Comprobar el titular',
        question: `Se preguntará al banco de «${row.name}» si la cuenta ${row.account} es suya.`,
        submitLabel: 'Comprobar',
        url: payees.check(row.id),
      }),
    },
    { label: 'Asociar a un proveedor', transition: 'supplier', onSelect: on.supplier },
  ]
}

type Props = {
  bank: BankHead
  connectionId: number
  accountId: number | null
  list: ListOf<BeneficiaryRow>
}

/** Whom an account can pay, as its bank has them. */
export function BeneficiariesTab({ bank, connectionId, accountId, list }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const [shown, setShown] = useState<BeneficiaryRow | null>(null)
  const [linked, setLinked] = useState<BeneficiaryRow | null>(null)
  const urls = payeeUrls(bank, connectionId)
  const hasPage = bank.pages.includes('recipients')
  return (
    <>
      <div className={styles.buttons}>
        {bank.can.makeBeneficiaries && !hasPage ? (
          <Button size="xs" variant="default" onClick={() => setIsCreating(true)}>
            Nuevo beneficiario
          </Button>
        ) : null}
        {bank.can.makeBeneficiaries && hasPage ? (
          <Button component={Link} href={urls.create} size="xs" variant="default">
            Nuevo destinatario
          </Button>
        ) : null}
        <Button component={Link} href={urls.all} size="xs" variant="subtle">
          Abrir la lista
        </Button>
      </div>
      <DataList
        label="Beneficiarios"
        list={list}
        storageKey={`bank_beneficiaries_${bank.code}`}
        searchLabel="Buscar por nombre o cuenta"
        filters={beneficiaryFilters}
        onRowOpen={setShown}
        rowActions={beneficiaryActions(bank, connectionId, accountId, {
          show: setShown,
          supplier: setLinked,
        })}
        empty={list.total === 0 ? { text: 'No hay beneficiarios.' } : undefined}
      />
      {isCreating ? (
        <BeneficiaryDialog bank={bank} connectionId={connectionId} onClose={() => setIsCreating(false)} />
      ) : null}
      {shown ? <BeneficiarySheet row={shown} onClose={() => setShown(null)} /> : null}
      {linked ? (
        <SupplierDialog url={urls.supplier(linked.id)} row={linked} onClose={() => setLinked(null)} />
      ) : null}
    </>
  )
}

/** All that is known of a beneficiary. */
export function BeneficiarySheet({ row, onClose }: { row: BeneficiaryRow; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={row.name}>
      <Facts
        facts={[
          { label: 'Cuenta', value: row.account },
          { label: 'Divisa', value: row.currency },
          ...(row.country ? [{ label: 'País', value: row.country }] : []),
          ...(row.email ? [{ label: 'Correo electrónico', value: row.email }] : []),
          ...(row.supplier ? [{ label: 'Proveedor', value: row.supplier }] : []),
          ...Object.entries(row.details).map(([label, value]) => ({ label, value })),
          { label: 'Estado', value: <StatusBadge {...row.status} /> },
          {
            label: 'Comprobación',
            value: row.payeeCheck ? <StatusBadge {...row.payeeCheck} /> : 'Sin comprobar',
          },
          { label: 'Verificación', value: <StatusBadge {...row.verified} /> },
          ...(row.waitsUntil
            ? [{ label: 'Primer pago desde', value: <Instant value={row.waitsUntil} /> }]
            : []),
          { label: 'Lo creó', value: row.createdBy ?? 'Ya estaba en el banco' },
          { label: 'Lo verificó', value: row.verifiedBy ?? '–' },
          { label: 'Alta', value: <Instant value={row.createdAt} /> },
        ]}
      />
    </Dialog>
  )
}
