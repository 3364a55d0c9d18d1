import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import { type FormOf, useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { RuleTrial } from './rule_trial'
import { type RuleOptions, type RuleValues, sentRule } from './rule_types'
import styles from './rules.module.css'
import { useRuleTrial } from './use_rule_trial'

type Props = {
  accountId: number
  ruleId: number | null
  initial: RuleValues
  options: RuleOptions
  onClose: () => void
}

const signs = [
  { value: 'out', label: 'Cargos' },
  { value: 'in', label: 'Abonos' },
]
const reaches = [
  { value: 'account', label: 'Esta cuenta' },
  { value: 'company', label: 'Todas las cuentas de la empresa' },
]

/** A rule, new or changed: when it holds, what it does, and what it would have done until now. */
export function RuleDialog({ accountId, ruleId, initial, options, onClose }: Props) {
  const form = useFormSubmission({
    initial,
    method: ruleId === null ? 'post' : 'put',
    url:
      ruleId === null
        ? urlFor('accounts.rules.store', { id: accountId })
        : urlFor('accounts.rules.update', { id: accountId, rule: ruleId }),
    leaving: 'allow',
    transform: sentRule,
    onSuccess: onClose,
  })
  const trying = useRuleTrial(accountId, ruleId, form.values)
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="xl"
      title={ruleId === null ? 'Crear regla' : 'Editar regla'}
      form={form}
      submitLabel={ruleId === null ? 'Crear regla' : 'Guardar'}
    >
      <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('name')} />
      <ConditionFields form={form} atPattern={trying.atPattern} />
      <EffectFields form={form} options={options} />
      <RuleTrial trying={trying} />
    </FormDialog>
  )
}

type ConditionProps = {
  form: FormOf<RuleValues>
  /** What is wrong with the expression, as the trial found. */
  atPattern: string | null
}

/** When the rule holds. */
function ConditionFields({ form, atPattern }: ConditionProps) {
  const pattern = form.field('pattern')
  return (
    <fieldset className={styles.group}>
      <legend>Si se cumple todo</legend>
      <div className={styles.pair}>
        <TextField
          label="El texto contiene"
          lengthMax={120}
          help="Sin distinguir mayúsculas, acentos ni signos."
          {...form.field('text')}
        />
        <TextField
          label="El texto cumple la expresión"
          lengthMax={200}
          help="Expresión regular sobre el texto en minúsculas y sin signos, por ejemplo ^comision (manto|mantenimiento)."
          {...pattern}
          error={pattern.error ?? atPattern ?? undefined}
        />
      </div>
      <div className={styles.pair}>
        <AmountField label="Importe desde" {...form.field('minAmount')} />
        <AmountField label="Importe hasta" {...form.field('maxAmount')} />
        <SelectField label="Signo" options={signs} {...form.field('sign')} />
      </div>
      <div className={styles.pair}>
        <IbanField label="IBAN de la contraparte" {...form.field('iban')} />
        <SelectField label="Cuenta" isRequired options={reaches} {...form.field('reach')} />
      </div>
    </fieldset>
  )
}

/** What the rule does then. */
function EffectFields({ form, options }: { form: FormOf<RuleValues>; options: RuleOptions }) {
  return (
    <fieldset className={styles.group}>
      <legend>Entonces</legend>
      <div className={styles.pair}>
        <TextField
          label="Cuenta contable"
          isRequired
          lengthMax={12}
          help="Por ejemplo 626, o el número completo de una subcuenta."
          {...form.field('accountCode')}
        />
        <TextField label="Concepto" lengthMax={240} {...form.field('description')} />
      </div>
      <div className={styles.pair}>
        <SelectField
          label="Impuesto incluido"
          options={options.taxes}
          placeholder="Sin impuesto"
          {...form.field('tax', 'tax_code_id')}
        />
        <PickerField
          label="Proveedor"
          url={urlFor('providers.options')}
          {...form.field('provider', 'provider_id')}
        />
        {options.centers.length > 0 ? (
          <SelectField label="Centro" options={options.centers} {...form.field('center', 'center_id')} />
        ) : null}
      </div>
      <div className={styles.pair}>
        <CheckboxField label="Contabilizar sin revisión" {...form.field('autoBook')} />
        {form.values.autoBook ? (
          <AmountField
            label="Nunca por encima de"
            isRequired
            help="Los mayores se proponen y esperan a una persona."
            {...form.field('limit')}
          />
        ) : null}
      </div>
    </fieldset>
  )
}
