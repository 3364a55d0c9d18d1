import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, MultiSelectField, type Option, SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../audit/audit.module.css'
import { severityOf } from '../invoices/alarms/severity'
import { ParamField } from './param_field'
import { RuleTrialPanel } from './rule_trial'
import type { AuditRule } from './rule_types'
import { initialValues, type RuleValues, sentValues } from './rule_values'

type Props = { rule: AuditRule; options: Record<string, Option[]>; canLoosen: boolean; onClose: () => void }

const severities = ['info', 'warning', 'high', 'blocking'].map((value) => ({
  value,
  label: severityOf(value).label,
}))

/** A rule's settings, tried on the last invoices before they are saved. */
export function RuleDialog({ rule, options, canLoosen, onClose }: Props) {
  const { sites } = useShared()
  const sent = (values: RuleValues) => sentValues(rule, values)
  const form = useFormSubmission({
    initial: initialValues(rule),
    url: urlFor('analyze.invoice.rules.update', { code: rule.code }),
    method: 'put',
    leaving: 'allow',
    transform: sent,
    onSuccess: onClose,
  })
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
          {...form.field('siteIds')}
        />
      )}
      {rule.params.map((param) => (
        <ParamField key={param.name} param={param} form={form} options={options} />
      ))}
      <RuleTrialPanel code={rule.code} wanted={sent(form.values)} />
    </FormDialog>
  )
}
