import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import { GroupSiteField, PayerFields } from './company_fields'
import {
  type Category,
  categoryOptions,
  countryOptions,
  ledgerPrefixes,
  paymentMethods,
  providerKinds,
  type TaxChoices,
  taxIdTypes,
  vatRegimes,
} from './provider_options'
import type { Companies } from './provider_page'
import styles from './providers.module.css'
import { TaxIdInput } from './tax_id_input'
import type { ProviderForm } from './use_provider_form'

type Props = {
  form: ProviderForm
  categories: Category[]
  profiles: { id: number; name: string }[]
  taxes: TaxChoices
  companies: Companies
  isMerged: boolean
}

/** Who the provider is, how it is booked and on what terms it is paid. */
export function DataTab({ form, categories, profiles, taxes, companies, isMerged }: Props) {
  return (
    <FormFrame form={form} className={styles.form} canSend={!isMerged}>
      <fieldset disabled={isMerged} className={styles.fields}>
        <TextField label="Razón social" isRequired lengthMax={160} {...form.field('legalName')} />
        <TextField label="Nombre comercial" lengthMax={160} {...form.field('tradeName')} />
        <div className={styles.pair}>
          <SelectField label="Tipo de NIF" isRequired options={taxIdTypes} {...form.field('taxIdType')} />
          <TaxIdInput type={form.values.taxIdType} {...form.field('taxId')} />
        </div>
        <Address form={form} />
        <div className={styles.pair}>
          <SelectField label="Tipo" isRequired options={providerKinds} {...form.field('kind')} />
          <SelectField
            label="Cuenta contable"
            isRequired
            options={ledgerPrefixes}
            {...form.field('ledgerPrefix')}
          />
        </div>
        <GroupSiteField form={form} companies={companies} />
        <SelectField
          label="Categoría por defecto"
          options={categoryOptions(categories)}
          {...form.field('defaultCategoryId')}
        />
        <SelectField
          label="Perfil por defecto"
          help="El de las líneas que no reconoce ningún perfil."
          options={profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('defaultProfileId')}
        />
        <Taxes form={form} taxes={taxes} />
        <Terms form={form} />
        <PayerFields form={form} companies={companies} />
        <TextAreaField label="Notas" lengthMax={2000} {...form.field('notes')} />
      </fieldset>
      {isMerged ? null : <FormFoot form={form} submitLabel="Guardar cambios" />}
    </FormFrame>
  )
}

function Address({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Correo electrónico" type="email" {...form.field('email')} />
        <TextField label="Teléfono" type="tel" lengthMax={40} {...form.field('phone')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Persona de contacto" lengthMax={120} {...form.field('contactName')} />
        <TextField label="Página web" lengthMax={200} {...form.field('website')} />
      </div>
      <TextField label="Dirección" lengthMax={200} {...form.field('address')} />
      <div className={styles.pair}>
        <TextField label="Código postal" lengthMax={12} {...form.field('postalCode')} />
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
  const isLong = Number(form.values.paymentTermsDays) > 60
  return (
    <>
      <SelectField
        label="Forma de pago"
        isRequired
        options={paymentMethods}
        {...form.field('paymentMethod')}
      />
      <div className={styles.pair}>
        <TextField
          label="Plazo de pago (días)"
          isRequired
          help={isLong ? 'Ley 3/2004: el plazo máximo es de 60 días.' : undefined}
          {...form.field('paymentTermsDays')}
        />
        <TextField label="Día de pago del mes" help="De 1 a 31, si lo hay." {...form.field('paymentDay')} />
      </div>
    </>
  )
}

function Taxes({ form, taxes }: Pick<Props, 'form' | 'taxes'>) {
  const isWithheld = form.values.defaultWithholdingCodeId !== null
  return (
    <>
      <SelectField label="Régimen de IVA" isRequired options={vatRegimes} {...form.field('vatRegime')} />
      <div className={styles.pair}>
        <SelectField
          label="IVA por defecto"
          help="Qué es lo que la factura imprime sin decirlo; nunca cambia su importe."
          options={taxes.vat}
          {...form.field('defaultVatCodeId')}
        />
        <SelectField
          label="Retención por defecto"
          options={taxes.withholding}
          {...form.field('defaultWithholdingCodeId')}
        />
      </div>
      {isWithheld ? (
        <p className={styles.small}>Con retención no se declara en el modelo 347.</p>
      ) : (
        <CheckboxField label="No declarar en el modelo 347" {...form.field('excludedFrom347')} />
      )}
    </>
  )
}
