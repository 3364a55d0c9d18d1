import { SelectField } from '~/kit/fields/choice_fields'
import { FormPage } from '~/kit/form/form_page'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import { ConnectionFields, sentConnection } from './connection_fields'
import type { ConnectionValues, FormProps } from './connection_types'
import { CredentialFields } from './credential_fields'

type Props = { bank: BankHead; form: FormProps; steps: readonly { title: string; text: string }[] }

/** Connects a company to a bank: whose it is, where it leads and with what secrets. */
export default function ConnectionCreate({ bank, form: offers, steps }: Props) {
  const { sites } = useShared()
  const urls = bankUrls(bank.path)
  const initial: ConnectionValues = {
    siteId: sites.length === 1 && sites[0] ? String(sites[0].id) : null,
    label: '',
    environment: 'live',
    baseUrl: '',
    feeAccount: null,
    choices: {},
    switches: {},
    secrets: {},
  }
  const form = useFormSubmission({
    initial,
    url: urls.index,
    transform: (values) => ({
      ...sentConnection(values),
      siteId: values.siteId === null ? null : Number(values.siteId),
    }),
  })
  return (
    <FormPage
      title={`Conectar cuenta de ${bank.title}`}
      form={form}
      submitLabel="Conectar"
      cancelHref={urls.index}
      aside={steps.length > 0 ? <Steps steps={steps} /> : undefined}
    >
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
        onChange={(siteId) => form.set({ siteId, feeAccount: null })}
      />
      <ConnectionFields bank={bank} form={form} offers={offers} siteId={form.values.siteId} />
      <CredentialFields form={form} fields={offers.fields} />
      <p className={styles.quiet}>
        Al conectar se comprueba la conexión.
        {offers.hasConsent ? ` Después habrá que autorizarla en ${bank.title}.` : ''}
      </p>
    </FormPage>
  )
}

function Steps({ steps }: Pick<Props, 'steps'>) {
  return (
    <>
      <h2 className={styles.asideTitle}>Cómo se conecta</h2>
      <ol className={styles.steps}>
        {steps.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
