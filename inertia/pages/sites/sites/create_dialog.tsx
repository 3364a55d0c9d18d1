import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { monthOptions, planOptions } from './site_options'
import type { Choice } from './site_page'
import styles from './sites.module.css'

type Props = { kinds: Choice[]; territories: Choice[]; currencies: Choice[]; onClose: () => void }

/** Opens the books of a company, in draft: another step activates it. */
export function CreateDialog({ kinds, territories, currencies, onClose }: Props) {
  const form = useFormSubmission({
    initial: {
      legalName: '',
      code: '',
      taxId: '',
      kind: 'company' as string | null,
      territory: 'peninsula_baleares' as string | null,
      baseCurrency: 'EUR' as string | null,
      fiscalYearStartMonth: '1' as string | null,
      startedOn: today() as string,
      plan: 'normal' as string | null,
    },
    url: urlFor('sites.store'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Crear empresa" form={form} submitLabel="Crear empresa">
      <TextField label="Razón social" isRequired hasFocus lengthMax={160} {...form.field('legalName')} />
      <div className={styles.pair}>
        <TextField
          label="Código"
          isRequired
          lengthMax={8}
          help="De 2 a 8 letras o cifras."
          {...form.field('code')}
        />
        <TaxIdField label="NIF" isRequired {...form.field('taxId')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="Tipo" isRequired options={kinds} {...form.field('kind')} />
        <SelectField label="Territorio" isRequired options={territories} {...form.field('territory')} />
      </div>
      <div className={styles.pair}>
        <SelectField label="Moneda" isRequired options={currencies} {...form.field('baseCurrency')} />
        <SelectField label="Plan de cuentas" isRequired options={planOptions} {...form.field('plan')} />
      </div>
      <div className={styles.pair}>
        <SelectField
          label="Inicio de ejercicio"
          isRequired
          options={monthOptions}
          {...form.field('fiscalYearStartMonth')}
        />
        <DayField label="Inicio de actividad" isRequired {...form.field('startedOn')} />
      </div>
    </FormDialog>
  )
}
