import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, MultiSelectField, type Option, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../audit/audit.module.css'
import { severityOf } from '../invoices/alarms/severity'
import { RuleTrialPanel } from './rule_trial'
import { type AuditRule, boundsText, keptNumber, typedNumber } from './rule_types'

type Props = { rule: AuditRule; options: Record<string, Option[]>; canLoosen: boolean; onClose: () => void }

const severities = ['info', 'warning', 'high', 'blocking'].map((value) => ({
  value,
  label: severityOf(value).label,
}))

type Values = {
  severity: string | null
  enabled: boolean
  site_ids: string[]
  numbers: Record<string, string>
  lists: Record<string, string[]>
}

/** A rule's settings, tried on the last invoices before they are saved. */
export function RuleDialog({ rule, options, canLoosen, onClose }: Props) {
  const { sites } = useShared()
  const sent = ({ numbers, lists, site_ids: siteIds, ...rest }: Values) => ({
    ...rest,
    site_ids: siteIds.map(Number),
    version: rule.version,
    values: Object.fromEntries(
      rule.params.map((param) => [
        param.name,
        param.kind === 'number' ? keptNumber(param, numbers[param.name] ?? '') : (lists[param.name] ?? []),
      ])
    ),
  })
  const form = useFormSubmission({
    initial: initialValues(rule),
    url: urlFor('analyze.invoice.rules.update', { code: rule.code }),
    method: 'put',
    leaving: 'allow',
    transform: sent,
    onSuccess: onClose,
  })
  const { numbers, lists } = form.values
  return (
    <FormDialog opened onClose={onClose} size="lg" title={`${rule.code} · ${rule.name}`} form={form}>
      <p className={styles.sentence}>{rule.explains}</p>
      <div className={styles.pair}>
        <SelectField
          label="Severidad"
          isRequired
          options={severities}
          help={
            canLoosen
              ? `De fábrica: ${severityOf(rule.defaultSeverity).label}.`
              : `De fábrica: ${severityOf(rule.defaultSeverity).label}. Solo Sistema puede bajarla.`
          }
          {...form.field('severity')}
        />
        <CheckboxField
          label="Activa"
          isDisabled={rule.isLocked || !canLoosen}
          help={rule.isLocked ? 'Esta regla no se puede desactivar.' : undefined}
          {...form.field('enabled')}
        />
      </div>
      {rule.isLocked ? null : (
        <MultiSelectField
          label="Solo en estas empresas"
          help="Sin elegir, en todas."
          options={sites.map(({ id, code }) => ({ value: String(id), label: code }))}
          {...form.field('site_ids')}
        />
      )}
      {rule.params.map((param) =>
        param.kind === 'number' ? (
          <TextField
            key={param.name}
            name={`values.${param.name}`}
            label={param.label}
            help={boundsText(param)}
            error={form.errors[`values.${param.name}`]}
            value={numbers[param.name] ?? ''}
            onChange={(text) => form.set({ numbers: { ...numbers, [param.name]: text } })}
          />
        ) : (
          <MultiSelectField
            key={param.name}
            name={`values.${param.name}`}
            label={param.label}
            options={options[param.options] ?? []}
            error={form.errors[`values.${param.name}`]}
            value={lists[param.name] ?? []}
            onChange={(chosen) => form.set({ lists: { ...lists, [param.name]: chosen } })}
          />
        )
      )}
      <RuleTrialPanel code={rule.code} wanted={sent(form.values)} />
    </FormDialog>
  )
}

const initialValues = (rule: AuditRule): Values => ({
  severity: rule.severity,
  enabled: rule.enabled,
  site_ids: rule.siteIds.map(String),
  numbers: Object.fromEntries(
    rule.params.flatMap((param) => (param.kind === 'number' ? [[param.name, typedNumber(param)]] : []))
  ),
  lists: Object.fromEntries(
    rule.params.flatMap((param) => (param.kind === 'list' ? [[param.name, param.value]] : []))
  ),
})
