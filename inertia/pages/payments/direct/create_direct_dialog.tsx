import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { FileField } from '~/kit/fields/file_field'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { moneyText } from '~/kit/money'
import { useShared } from '~/shared_props'
import { urlFor, withQuery } from '~/urls'
import { DraftField } from '../draft_field'
import { AmountFields, BookingFields, PayeeFields } from './direct_fields'
import { type Account, nothingAgreed, useDirectForm } from './use_direct_form'

/** A payment that no invoice asks for: to a beneficiary of the account's provider or to an IBAN. Others approve it. */
export function CreateDirectDialog({ onClose }: { onClose: () => void }) {
  const { sites } = useShared()
  const form = useDirectForm(currencyOf, onClose)
  const { siteId, fromAccountId: from, beneficiaryId: beneficiary } = form.values
  const { answer, ...loading } = useAnswer<{ data: Account[] }>(
    siteId ? { url: withQuery(urlFor('paysuppliers.direct.choices'), { site_id: siteId }) } : null
  )
  const accounts = answer?.data ?? []
  function currencyOf(beneficiaryId: string | null, accountId: string | null): string {
    const account = accounts.find(({ id }) => String(id) === accountId)
    const payee = account?.beneficiaries.find(({ id }) => String(id) === beneficiaryId)
    return payee?.currency ?? account?.currency ?? 'EUR'
  }
  const source = accounts.find(({ id }) => String(id) === from)
  const payee = source?.beneficiaries.find(({ id }) => String(id) === beneficiary)
  const currency = currencyOf(beneficiary, from)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo pago directo"
      form={form}
      submitLabel="Crear pago directo"
    >
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
        onChange={(siteId) =>
          form.set({ siteId, fromAccountId: null, beneficiaryId: null, ...nothingAgreed })
        }
      />
      <SelectField
        label="Cuenta de cargo"
        isRequired
        options={accounts.map(({ id, name, provider }) => ({
          value: String(id),
          label: provider ? `${name} · ${provider}` : name,
        }))}
        help={source ? `Disponible: ${moneyText(source.available)}` : undefined}
        {...form.field('fromAccountId')}
        onChange={(fromAccountId) => form.set({ fromAccountId, beneficiaryId: null, ...nothingAgreed })}
      />
      {loading.hasFailed ? (
        <LoadFailure text="No se han podido cargar las cuentas de la empresa." {...loading} />
      ) : null}
      {source ? <PayeeFields form={form} source={source} payee={payee} /> : null}
      <AmountFields form={form} source={source} payee={payee} currency={currency} />
      <BookingFields form={form} payee={payee} />
      <DayField
        label="Fecha de ejecución"
        help="El primer día que admita el banco, si no se indica otro."
        {...form.field('executionDate')}
      />
      <FileField
        label="Justificante"
        accept=".pdf,.png,.jpg,.jpeg"
        help="PDF o imagen, hasta 20 MB."
        {...form.field('file')}
      />
      {source?.hasDrafts ? <DraftField provider={source.provider ?? ''} {...form.field('asDraft')} /> : null}
    </FormDialog>
  )
}
