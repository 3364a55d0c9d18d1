import { CheckboxField, MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import { AllocationFields } from '../allocation_fields'
import type { Choices } from '../choices'
import styles from '../rebilling.module.css'
import { TermFields } from '../term_fields'
import { ProvidersField } from './providers_field'
import type { SettingValues } from './use_setting_form'

type Props = { form: FormOf<SettingValues>; choices: Choices }

/** The fields of a rule: what it catches, who bears it, as what, and when. */
export function SettingFields({ form, choices }: Props) {
  const { sites } = useShared()
  return (
    <>
      <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('name')} />
      <SelectField
        label="Empresa de origen"
        help="La que soporta el gasto primero."
        isRequired
        options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('originSiteId')}
      />
      <CaughtFields form={form} choices={choices} />
      <AllocationFields
        legend="Reparto"
        keyHelp="Sus valores se indican mes a mes en «Claves de reparto»."
        form={form}
        choices={choices}
      />
      <fieldset className={styles.group}>
        <legend>Cómo se refactura</legend>
        <TermFields form={form} choices={choices} />
      </fieldset>
      <ValidityFields form={form} choices={choices} />
    </>
  )
}

/** Which costs the rule takes: every criterion that is given has to hold. */
function CaughtFields({ form, choices }: Props) {
  const { takesNotes, takesCosts } = form.values
  return (
    <fieldset className={styles.group}>
      <legend>Qué recoge</legend>
      <CheckboxField label="Facturas recibidas" {...form.field('takesInvoices')} />
      <CheckboxField label="Notas de gastos" {...form.field('takesNotes')} />
      <CheckboxField label="Costes jurídicos sin factura" {...form.field('takesCosts')} />
      {form.errors.takes_invoices ? <p className={styles.error}>{form.errors.takes_invoices}</p> : null}
      {takesNotes ? null : <ProvidersField {...form.field('providers', 'provider_ids')} />}
      {takesNotes || takesCosts ? (
        <p className={styles.quiet}>
          Las notas de gastos no tienen proveedor, perfil ni categoría, y los costes jurídicos no tienen
          perfil ni categoría: se eligen por cuenta y texto.
        </p>
      ) : (
        <>
          <MultiSelectField
            label="Categorías"
            help="Con sus subcategorías."
            options={choices.categories}
            {...form.field('categoryIds')}
          />
          <MultiSelectField
            label="Perfiles de gasto"
            options={choices.profiles}
            {...form.field('profileIds')}
          />
        </>
      )}
      <div className={styles.pair}>
        <TextField
          label="Cuentas de gasto"
          placeholder="629, 6280"
          help="Por cómo empiezan, separadas por comas."
          {...form.field('accountCodes')}
        />
        <TextField
          label="Texto del concepto"
          placeholder="licencias"
          lengthMax={80}
          {...form.field('textFilter')}
        />
      </div>
    </fieldset>
  )
}

function ValidityFields({ form, choices }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend>Cuándo</legend>
      <div className={styles.pair}>
        <SelectField
          label="Frecuencia"
          isRequired
          options={choices.frequencies}
          {...form.field('frequency')}
        />
        <TextField
          label="Prioridad"
          isRequired
          help="De dos reglas para un gasto cuenta la de número menor."
          {...form.field('priority')}
        />
      </div>
      <div className={styles.pair}>
        <DayField label="Desde" isRequired {...form.field('validFrom')} />
        <DayField label="Hasta" help="Vacío: sin fin." {...form.field('validTo')} />
      </div>
      <CheckboxField
        label="Proponer automáticamente"
        help="Cada noche; los meses y trimestres, desde el segundo día siguiente. Aprobar es siempre de personas."
        {...form.field('autoPropose')}
      />
      <CheckboxField label="Activa" {...form.field('active')} />
    </fieldset>
  )
}
