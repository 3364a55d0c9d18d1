import { SelectField } from '~/kit/fields/choice_fields'
import type { Companies } from './provider_page'
import styles from './providers.module.css'
import type { ProviderForm } from './use_provider_form'

type Props = { form: ProviderForm; companies: Companies }

const optionsOf = (named: { id: number; name: string }[]) =>
  named.map(({ id, name }) => ({ value: String(id), label: name }))

/** Which company of the group the provider is: what is owed to it goes to 403. */
export function GroupSiteField({ form, companies }: Props) {
  if (form.values.kind !== 'group_company') return null
  const { onChange, ...field } = form.field('siteIdIfGroup')
  return (
    <SelectField
      label="Empresa del grupo"
      help="Su NIF debe ser el de la empresa. Lo que se le debe va a la cuenta 403."
      options={optionsOf(companies.groupSites)}
      {...field}
      onChange={(siteId) => {
        onChange(siteId)
        if (siteId !== null) form.set({ ledgerPrefix: '403' })
      }}
    />
  )
}

/** Where the provider is usually paid from: proposed when a payment of that company is made. */
export function PayerFields({ form, companies }: Props) {
  const { defaultPayerSiteId: siteId } = form.values
  const { onChange, ...site } = form.field('defaultPayerSiteId')
  const accounts = companies.payerAccounts.filter((account) => String(account.siteId) === siteId)
  return (
    <div className={styles.pair}>
      <SelectField
        label="Empresa pagadora habitual"
        options={optionsOf(companies.payerSites)}
        {...site}
        onChange={(chosen) => {
          onChange(chosen)
          form.set({ defaultBankAccountId: null })
        }}
      />
      <SelectField
        label="Cuenta de cargo habitual"
        help="Se propone al pagarle desde esa empresa."
        isDisabled={siteId === null}
        options={optionsOf(accounts)}
        {...form.field('defaultBankAccountId')}
      />
    </div>
  )
}
