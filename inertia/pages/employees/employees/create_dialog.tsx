import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { IbanField } from '~/kit/fields/iban_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from './employees.module.css'

/** A new employee; an account that is given here waits for another person to verify it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { sites } = useShared()
  const [only, ...others] = sites
  const form = useFormSubmission({
    initial: {
      firstName: '',
      lastName: '',
      taxId: '',
      siteId: (only && others.length === 0 ? String(only.id) : null) as string | null,
      startedOn: '',
      position: '',
      email: '',
      iban: '',
    },
    url: urlFor('employees.store'),
    leaving: 'allow',
    transform: (typed) => nullForEmpty(typed),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo empleado"
      form={form}
      submitLabel="Crear empleado"
      size="lg"
    >
      <div className={styles.pair}>
        <TextField label="Nombre" isRequired hasFocus lengthMax={80} {...form.field('firstName')} />
        <TextField label="Apellidos" isRequired lengthMax={120} {...form.field('lastName')} />
      </div>
      <div className={styles.pair}>
        <TaxIdField label="DNI/NIE" accepts="person" isRequired {...form.field('taxId')} />
        <DayField label="Fecha de alta" isRequired {...form.field('startedOn')} />
      </div>
      <SelectField
        label="Empresa"
        isRequired
        options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
        {...form.field('siteId')}
      />
      <div className={styles.pair}>
        <TextField label="Puesto" lengthMax={120} {...form.field('position')} />
        <TextField label="Correo electrónico" type="email" {...form.field('email')} />
      </div>
      <IbanField
        label="IBAN"
        help="Otra persona deberá verificarlo antes del primer pago; se avisa al empleado por correo."
        {...form.field('iban')}
      />
    </FormDialog>
  )
}
