import type { ReactNode } from 'react'
import { TabbedParts } from '~/kit/detail/detail_page'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import type { ContractForm, ContractOptions } from './contract_form'
import styles from './contracts.module.css'
import { ItemsGrid } from './items_grid'
import { type FormParts, type Part, partNames } from './use_form_parts'

type Props = {
  form: ContractForm
  parts: FormParts
  options: ContractOptions
  isAmendment?: boolean
  files: ReactNode
}

/** The five parts of a contract's form (area 07 §4). */
export function FormTabs({ form, parts, options, isAmendment = false, files }: Props) {
  const labelOf = (part: Part) => {
    const count = parts.countOf(part)
    return count === 0
      ? partNames[part]
      : `${partNames[part]} (${count === 1 ? '1 error' : `${count} errores`})`
  }
  return (
    <TabbedParts
      chosen={parts.part}
      onChoose={(part) => parts.setPart(part as Part)}
      tabs={[
        {
          value: 'data',
          label: labelOf('data'),
          content: <DataPart form={form} options={options} isAmendment={isAmendment} />,
        },
        {
          value: 'prices',
          label: labelOf('prices'),
          content: (
            <ItemsGrid
              items={form.values.items}
              error={form.errors.items}
              onChange={(items) => form.field('items').onChange(items)}
            />
          ),
        },
        { value: 'days', label: labelOf('days'), content: <DaysPart form={form} options={options} /> },
        {
          value: 'billing',
          label: labelOf('billing'),
          content: <BillingPart form={form} options={options} />,
        },
        { value: 'files', label: labelOf('files'), content: files },
      ]}
    />
  )
}

type PartProps = { form: ContractForm; options: ContractOptions }

function DataPart({ form, options, isAmendment }: PartProps & { isAmendment: boolean }) {
  const { sites } = useShared()
  return (
    <div className={styles.stack}>
      <PickerField
        label="Proveedor"
        isRequired
        isDisabled={isAmendment}
        url={urlFor('providers.options')}
        {...form.field('provider', 'provider_id')}
      />
      <MultiSelectField
        label="Empresas"
        isRequired
        options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('siteIds')}
      />
      <TextField label="Título" isRequired lengthMax={160} {...form.field('title')} />
      <div className={styles.pair}>
        <SelectField label="Tipo" isRequired options={options.kinds} {...form.field('kind')} />
        <SelectField
          label="Moneda"
          isRequired
          isDisabled={isAmendment}
          options={options.currencies}
          {...form.field('currency')}
        />
        <SelectField
          label="Responsable"
          help="Recibe los avisos de vencimiento."
          options={options.owners}
          {...form.field('ownerUserId')}
        />
      </div>
      <div className={styles.pair}>
        <SelectField label="Categoría" options={options.categories} {...form.field('categoryId')} />
        <SelectField
          label="Perfil de gasto"
          help="El de sus líneas que ningún perfil reconoce."
          options={options.profiles.filter(
            ({ providerId: owner }) => owner === null || String(owner) === form.values.provider?.value
          )}
          {...form.field('profileId')}
        />
        <SelectField label="Centro" options={options.centers} {...form.field('centerId')} />
        <TextField label="Cuenta contable" lengthMax={12} {...form.field('ledgerAccountCode')} />
      </div>
      <TextAreaField label="Notas" lengthMax={4000} {...form.field('notes')} />
    </div>
  )
}

function DaysPart({ form, options }: PartProps) {
  const { indexation } = form.values
  return (
    <div className={styles.stack}>
      <div className={styles.pair}>
        <DayField label="Firmado el" {...form.field('signedOn')} />
        <DayField label="Inicio" isRequired {...form.field('startsOn')} />
        <DayField label="Fin" help="Vacío: indefinido." {...form.field('endsOn')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Preaviso (días)" isRequired {...form.field('noticeDays')} />
        <TextField label="Meses de cada renovación" isRequired {...form.field('renewalMonths')} />
      </div>
      <CheckboxField label="Se renueva automáticamente" {...form.field('autoRenew')} />
      <div className={styles.pair}>
        <SelectField
          label="Revisión de precios"
          isRequired
          options={options.indexations}
          {...form.field('indexation')}
        />
        {indexation === 'ipc' ? (
          <TextField
            label="Mes base del IPC"
            placeholder="2026-01"
            isRequired
            {...form.field('indexBaseMonth')}
          />
        ) : null}
        {indexation === 'fixed_percent' ? (
          <TextField label="Porcentaje" placeholder="2,50" isRequired {...form.field('indexPercent')} />
        ) : null}
      </div>
      {indexation === 'none' ? null : <CheckboxField label="Nunca a la baja" {...form.field('indexFloor')} />}
      <div className={styles.pair}>
        <AmountField label="Fianza" currency={form.values.currency ?? 'EUR'} {...form.field('deposit')} />
        <DayField label="Garantía hasta" {...form.field('guaranteeUntil')} />
      </div>
    </div>
  )
}

function BillingPart({ form, options }: PartProps) {
  const currency = form.values.currency ?? 'EUR'
  return (
    <div className={styles.stack}>
      <div className={styles.pair}>
        <SelectField
          label="Frecuencia"
          isRequired
          options={options.frequencies}
          {...form.field('billingFrequency')}
        />
        <TextField label="Día esperado" help="Del mes, 1 a 31." {...form.field('expectedDay')} />
      </div>
      <div className={styles.pair}>
        <AmountField
          label="Importe esperado"
          help="Base de cada factura, sin IVA."
          currency={currency}
          {...form.field('expectedAmount')}
        />
        <TextField label="Tolerancia (%)" isRequired {...form.field('amountTolerancePercent')} />
      </div>
      <div className={styles.pair}>
        <AmountField label="Tope" help="Base, sin IVA." currency={currency} {...form.field('cap')} />
        <SelectField label="Tope por" isRequired options={options.capPeriods} {...form.field('capPeriod')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="IVA" options={options.vatCodes} {...form.field('vatCodeId')} />
        <SelectField
          label="Retención"
          options={options.withholdingCodes}
          {...form.field('withholdingCodeId')}
        />
        <TextField label="Plazo de pago (días)" {...form.field('paymentTermsDays')} />
      </div>
      <CheckboxField
        label="Sus facturas deben corresponder a un contrato"
        help="Se avisa de cada factura del proveedor sin contrato vigente."
        {...form.field('requiresInvoiceMatch')}
      />
    </div>
  )
}
