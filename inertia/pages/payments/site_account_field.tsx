import { SelectField } from '~/kit/fields/choice_fields'
import type { FieldProps } from '~/kit/fields/field_props'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { withQuery } from '~/urls'

type Props = FieldProps<string | null> & {
  /** Asks by the page's own right to see the accounts. */
  url: string
  siteId: string | null
  /** Of what is paid: euros unless told. */
  currency?: string
}
type Answer = { data: { id: number; name: string }[] }

/** One of the accounts that a company pays from, once the company is chosen. */
export function SiteAccountField({ url, siteId, currency = 'EUR', ...field }: Props) {
  const { answer, ...loading } = useAnswer<Answer>(
    siteId ? { url: withQuery(url, { site_id: siteId, currency }) } : null
  )
  const accounts = answer?.data ?? []
  return (
    <>
      <SelectField
        {...field}
        options={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las cuentas de la empresa." {...loading} />
      ) : null}
    </>
  )
}
