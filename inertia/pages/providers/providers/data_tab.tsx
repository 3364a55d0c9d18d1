import { ErrorSummary } from '~/kit/error_summary'
import { SelectField } from '~/kit/fields/choice_fields'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { FormFoot } from '~/kit/form_foot'
import { submitOnKeys } from '~/kit/submit_keys'
import {
  type Category,
  categoryOptions,
  countryOptions,
  ledgerPrefixes,
  paymentMethods,
  providerKinds,
  taxIdTypes,
} from './provider_options'
import styles from './providers.module.css'
import { TaxIdInput } from './tax_id_input'
import type { ProviderForm } from './use_provider_form'

type Props = { form: ProviderForm; categories: Category[]; profiles: { id: number; name: string }[] }

/** Who the provider is, how it is booked and on what terms it is paid. */
export function DataTab({ form, categories, profiles }: Props) {
  return (
    <form
      noValidate
      className={styles.form}
      onKeyDown={submitOnKeys}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <div className={styles.fields}>
        <TextField label="Razón social" isRequired lengthMax={160} {...form.field('legal_name')} />
        <TextField label="Nombre comercial" lengthMax={160} {...form.field('trade_name')} />
        <div className={styles.pair}>
          <SelectField label="Tipo de NIF" isRequired options={taxIdTypes} {...form.field('tax_id_type')} />
          <TaxIdInput type={form.values.tax_id_type} {...form.field('tax_id')} />
        </div>
        <Address form={form} />
        <div className={styles.pair}>
          <SelectField label="Tipo" isRequired options={providerKinds} {...form.field('kind')} />
          <SelectField
            label="Cuenta contable"
            isRequired
            options={ledgerPrefixes}
            {...form.field('ledger_prefix')}
          />
        </div>
        <SelectField
          label="Categoría por defecto"
          options={categoryOptions(categories)}
          {...form.field('default_category_id')}
        />
        <SelectField
          label="Perfil por defecto"
          help="El de las líneas que no reconoce ningún perfil."
          options={profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('default_profile_id')}
        />
        <Terms form={form} />
        <TextAreaField label="Notas" lengthMax={2000} {...form.field('notes')} />
      </div>
      <FormFoot form={form} submitLabel="Guardar cambios" />
    </form>
  )
}

function Address({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Correo electrónico" type="email" {...form.field('email')} />
        <TextField label="Teléfono" type="tel" lengthMax={40} {...form.field('phone')} />
      </div>
      <TextField label="Dirección" lengthMax={200} {...form.field('address')} />
      <div className={styles.pair}>
        <TextField label="Código postal" lengthMax={12} {...form.field('postal_code')} />
        <TextField label="Población" lengthMax={80} {...form.field('city')} />
      </div>
      <SelectField
        label="País"
        isRequired
        options={countryOptions(form.values.country ?? undefined)}
        {...form.field('country')}
      />
    </>
  )
}

function Terms({ form }: Pick<Props, 'form'>) {
  const isLong = Number(form.values.payment_terms_days) > 60
  return (
    <>
      <SelectField
        label="Forma de pago"
        isRequired
        options={paymentMethods}
        {...form.field('payment_method')}
      />
      <div className={styles.pair}>
        <TextField
          label="Plazo de pago (días)"
          isRequired
          help={isLong ? 'Ley 3/2004: el plazo máximo es de 60 días.' : undefined}
          {...form.field('payment_terms_days')}
        />
        <TextField label="Día de pago del mes" help="De 1 a 31, si lo hay." {...form.field('payment_day')} />
      </div>
    </>
  )
}
