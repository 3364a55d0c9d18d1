import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { RadioField } from '~/kit/fields/choice_fields'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Bank, Provider } from './provider_page'
import styles from './providers.module.css'

type Site = { id: number; name: string }
type Props = { provider: Provider; banks: Bank[]; sites: Site[]; canChange: boolean }

const modes = [
  { value: 'one', label: 'Un solo banco' },
  { value: 'many', label: 'Varios bancos' },
]

/** One account for all companies, or one by company; in that case where each company pays. */
export function BankMode({ provider, banks, sites, canChange }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <div className={styles.stack}>
      {canChange ? (
        <RadioField
          label="Cómo se le paga"
          options={modes}
          name="mode"
          value={provider.multiBank ? 'many' : 'one'}
          onChange={(mode) => setConfirmation(confirmationOf(provider.id, mode === 'many'))}
        />
      ) : null}
      {provider.multiBank ? (
        <PlainTable
          label="Cuenta de cada empresa"
          rows={sites}
          keyOf={(site) => site.id}
          columns={[
            { key: 'site', header: 'Empresa', cell: (site) => site.name },
            { key: 'bank', header: 'Paga a', cell: (site) => <PaidAt banks={banks} site={site} /> },
          ]}
        />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}

/** The company's own default, else the one of all. */
function PaidAt({ banks, site }: { banks: Bank[]; site: Site }) {
  const own = banks.find((bank) => bank.isDefault && bank.siteId === site.id && !bank.disabled)
  const common = banks.find((bank) => bank.isDefault && bank.siteId === null && !bank.disabled)
  const bank = own ?? common
  if (!bank) return <>Sin cuenta</>
  return (
    <>
      <span className="num">{bank.iban}</span> {own ? 'Propia' : 'La de todas'}
    </>
  )
}

const confirmationOf = (id: number, isMany: boolean): Confirmation => ({
  title: isMany ? 'Varios bancos' : 'Un solo banco',
  question: isMany
    ? 'Cada empresa podrá tener su cuenta de este proveedor; las demás pagarán a la cuenta por defecto.'
    : 'Todas las empresas pagarán a la cuenta por defecto. Antes deben deshabilitarse las cuentas de una sola empresa.',
  submitLabel: 'Cambiar',
  url: urlFor('providers.banks.mode', { id }),
  method: 'patch',
  values: { multiBank: isMany },
})
