import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import type { BankHead, Option } from '../bank_props'
import { bankUrls, payeeUrls } from '../bank_urls'
import { type Trouble, TroubleNotice } from '../trouble_notice'
import {
  type BeneficiaryRow,
  BeneficiarySheet,
  beneficiaryActions,
  beneficiaryFilters,
} from './beneficiaries_tab'
import { BeneficiaryDialog } from './beneficiary_dialog'
import { SupplierDialog } from './supplier_dialog'

type Props = {
  bank: BankHead
  connection: { id: number; label: string; site: string; canAsk: boolean }
  beneficiaries: ListOf<BeneficiaryRow>
  currencies: Option[]
  /** Banks whose beneficiaries depend on currency and country have a page for a new one. */
  hasPage: boolean
  troubles: Trouble[]
}

/** Whom a connection can pay. */
export default function BeneficiariesIndex({
  bank,
  connection,
  beneficiaries,
  currencies,
  hasPage,
  troubles,
}: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const [shown, setShown] = useState<BeneficiaryRow | null>(null)
  const [linked, setLinked] = useState<BeneficiaryRow | null>(null)
  const urls = bankUrls(bank.path)
  const noun = hasPage ? 'destinatario' : 'beneficiario'
  const create =
    bank.can.makeBeneficiaries && connection.canAsk ? (
      hasPage ? (
        <Button component={Link} href={payeeUrls(bank, connection.id).create}>
          Nuevo destinatario
        </Button>
      ) : (
        <Button onClick={() => setIsCreating(true)}>Nuevo beneficiario</Button>
      )
    ) : null
  return (
    <ListPage
      title={hasPage ? 'Destinatarios' : 'Beneficiarios'}
      subtitle={`${bank.title} · ${connection.label} · ${connection.site}`}
      back={urls.index}
      list={beneficiaries}
      storageKey={`bank_beneficiaries_${bank.code}`}
      searchLabel="Buscar por nombre o cuenta"
      filters={[
        ...(currencies.length > 1
          ? [{ name: 'currency', label: 'Divisa', kind: 'select' as const, options: currencies }]
          : []),
        ...beneficiaryFilters,
      ]}
      onRowOpen={setShown}
      rowActions={beneficiaryActions(bank, connection.id, null, { show: setShown, supplier: setLinked })}
      nouns={{ one: noun, many: `${noun}s` }}
      notice={<TroubleNotice bank={bank} troubles={troubles} />}
      empty={beneficiaries.total === 0 ? { text: `No hay ${noun}s.`, action: create } : undefined}
      isExportable
      actions={create}
    >
      {isCreating ? (
        <BeneficiaryDialog bank={bank} connectionId={connection.id} onClose={() => setIsCreating(false)} />
      ) : null}
      {shown ? <BeneficiarySheet row={shown} onClose={() => setShown(null)} /> : null}
      {linked ? (
        <SupplierDialog
          url={payeeUrls(bank, connection.id).supplier(linked.id)}
          row={linked}
          onClose={() => setLinked(null)}
        />
      ) : null}
    </ListPage>
  )
}
