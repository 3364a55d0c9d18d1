import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import { urlFor } from '~/urls'
import type { EmployeeHead } from './employee_page'
import styles from './employees.module.css'
import { SocialSecurityField } from './social_security_field'
import { TabForm } from './tab_form'
import type { DataForm } from './use_employee_forms'

type Props = { form: DataForm; employee: EmployeeHead }

/** Who the employee is and how to reach them. */
export function DataTab({ form, employee }: Props) {
  const isLocked = employee.isAnonymised
  const shared = { isDisabled: isLocked }
  return (
    <TabForm form={form} isLocked={isLocked}>
      <div className={styles.pair}>
        <TextField label="Nombre" isRequired lengthMax={80} {...shared} {...form.field('firstName')} />
        <TextField label="Apellidos" isRequired lengthMax={120} {...shared} {...form.field('lastName')} />
      </div>
      <div className={styles.pair}>
        <TaxIdField label="DNI/NIE" accepts="person" isRequired {...shared} {...form.field('taxId')} />
        <SocialSecurityField {...shared} {...form.field('socialSecurityNo')} />
      </div>
      <div className={styles.pair}>
        <DayField label="Fecha de nacimiento" {...shared} {...form.field('birthDate')} />
        <TextField label="Código" isRequired lengthMax={20} {...shared} {...form.field('code')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Correo electrónico" type="email" {...shared} {...form.field('email')} />
        <TextField label="Teléfono" type="tel" lengthMax={40} {...shared} {...form.field('phone')} />
      </div>
      <TextField label="Dirección" lengthMax={300} {...shared} {...form.field('address')} />
      <PickerField
        label="Usuario"
        help="Si usa esta aplicación: no verifica su propia cuenta ni cambia su propio salario."
        url={urlFor('employees.user-options')}
        {...shared}
        {...form.field('user', 'user_id')}
      />
    </TabForm>
  )
}
