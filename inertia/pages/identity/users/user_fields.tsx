import { CheckboxField, MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useShared } from '~/shared_props'
import type { RoleOption } from './user_row'
import type { UserForm } from './user_values'
import styles from './users.module.css'

type Props = { form: UserForm; roles: RoleOption[]; canGiveAllSites: boolean; isSelf?: boolean }

/** Who a user is, what they may do and with which companies. */
export function UserFields({ form, roles, canGiveAllSites, isSelf = false }: Props) {
  const { sites } = useShared()
  const worksEverywhere = form.values.role === 's1st3ma'
  return (
    <div className={styles.fields}>
      <TextField label="Nombre" isRequired hasFocus lengthMin={2} lengthMax={80} {...form.field('name')} />
      <TextField label="Email" type="email" isRequired lengthMax={200} {...form.field('email')} />
      <SelectField
        label="Rol"
        isRequired
        isDisabled={isSelf}
        help={isSelf ? 'No puede modificar su propio rol.' : undefined}
        options={roles}
        {...form.field('role')}
      />
      {worksEverywhere ? (
        <p className={styles.quiet}>El rol Sistema trabaja con todas las empresas.</p>
      ) : (
        <>
          {canGiveAllSites ? <CheckboxField label="Todas las empresas" {...form.field('allSites')} /> : null}
          {form.values.allSites ? null : (
            <MultiSelectField
              label="Empresas"
              isRequired
              options={sites.map((site) => ({
                value: String(site.id),
                label: `${site.code} · ${site.name}`,
              }))}
              {...form.field('siteIds')}
            />
          )}
        </>
      )}
      <CheckboxField
        label="Bandeja común"
        help="Ve las facturas que aún no tienen empresa."
        {...form.field('sharedInbox')}
      />
    </div>
  )
}
