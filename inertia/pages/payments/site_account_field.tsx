import type { FieldProps } from '~/kit/fields/field_props'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { withQuery } from '~/urls'
import { PayerAccountField } from './payer_account_field'

type Props = FieldProps<string | null> & {
  /** Asks by the page's own right to see the accounts. */
  url: string
  siteId: string | null
  /** Of what is paid: euros unless told. */
  currency?: string
}
type Answer = { data: { id: number; name: string; payer?: string | null }[] }

/** One of the accounts that a company pays from, or of another one that may pay for it, once the company is chosen. */
export function SiteAccountField({ url, siteId, currency = 'EUR', ...field }: Props) {
  return <FoundAccountField {...field} url={siteId ? withQuery(url, { site_id: siteId, currency }) : null} />
}

/** One of the accounts that an address answers with; none while there is none to ask. */
export function FoundAccountField({ url, ...field }: FieldProps<string | null> & { url: string | null }) {
  const { answer, ...loading } = useAnswer<Answer>(url === null ? null : { url })
  const accounts = answer?.data ?? []
  return (
    <>
      <PayerAccountField
        {...field}
        accounts={accounts.map(({ id, name, payer = null }) => ({ value: String(id), label: name, payer }))}
      />
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las cuentas de la empresa." {...loading} />
      ) : null}
    </>
  )
}
