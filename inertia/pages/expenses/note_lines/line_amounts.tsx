import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import type { FieldBinding } from '~/kit/form/form_fields'
import { moneyText } from '~/kit/money'
import {
  isMileage,
  isPerDiem,
  type LineOptions,
  mileageOf,
  type NoteLine,
  paidPerDay,
  perDiemOf,
} from './note_line_values'
import styles from './note_lines.module.css'

/** What the house pays a day, and what of it is free of tax. */
function perDiemHelp(paidMinor: number | null, exemptMinor: number | null): string | undefined {
  const text = (minor: number) => moneyText({ minor, currency: 'EUR' })
  const parts = [
    paidMinor === null ? null : `La empresa paga ${text(paidMinor)} al día.`,
    exemptMinor === null
      ? null
      : `Exento hasta ${text(exemptMinor)} al día; lo que pase de ahí lleva retención.`,
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : undefined
}

type Props = {
  line: NoteLine
  options: LineOptions
  field: <Name extends keyof NoteLine>(name: Name) => FieldBinding<NoteLine[Name]>
}

/** What an expense came to: kilometres, a per diem, or what its paper says. */
export function LineAmounts({ line, options, field }: Props) {
  if (isMileage(line))
    return (
      <TextField
        label="Kilómetros"
        isRequired
        help={`A ${moneyText(options.kmRate)} el kilómetro: ${moneyText({ minor: mileageOf(line.km, options.kmRate.minor), currency: 'EUR' })}.`}
        {...field('km')}
      />
    )
  if (isPerDiem(line)) {
    const help = perDiemHelp(paidPerDay(line, options), perDiemOf(line, options.perDiemLimits))
    return (
      <div className={styles.pair}>
        <SelectField
          label="Tipo de dieta"
          isRequired
          options={options.perDiemKinds}
          {...field('perDiemKind')}
        />
        <TextField label="Días" isRequired {...field('days')} />
        <AmountField label="Importe total" isRequired help={help} {...field('total')} />
      </div>
    )
  }
  const isInvoice = line.documentKind === 'invoice'
  const isForeign = line.currency !== 'EUR'
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Tipo de justificante"
          isRequired
          options={options.documentKinds}
          {...field('documentKind')}
        />
        <AmountField label="Importe total" isRequired currency={line.currency ?? 'EUR'} {...field('total')} />
        <SelectField label="Divisa" isRequired options={options.currencies} {...field('currency')} />
      </div>
      {isForeign ? null : (
        <div className={styles.pair}>
          <AmountField label="IVA incluido" {...field('vat')} />
          <SelectField
            label="Tipo de IVA"
            isRequired={isInvoice && line.vat !== ''}
            options={options.vatRates}
            {...field('vatRate')}
          />
        </div>
      )}
      {isInvoice ? (
        <div className={styles.pair}>
          <TextField label="Emisor" lengthMax={120} {...field('supplierName')} />
          <TaxIdField label="NIF del emisor" accepts="any" isRequired {...field('supplierTaxId')} />
          <TextField label="Número de factura" isRequired lengthMax={60} {...field('invoiceNumber')} />
        </div>
      ) : null}
    </>
  )
}
