import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import type { ManagedUser } from './managed_user'
import { UserFields } from './user_fields'
import type { RoleOption } from './user_row'
import type { UserForm } from './user_values'
import styles from './users.module.css'

type Props = { form: UserForm; user: ManagedUser; roles: RoleOption[]; canGiveAllSites: boolean }

/** The data of a user; only to be read by who may not change them. */
export function UserDataTab({ form, user, roles, canGiveAllSites }: Props) {
  if (!user.actions.includes('edit'))
    return <p className={styles.quiet}>Solo lectura: no puede modificar a este usuario.</p>
  return (
    <FormFrame form={form} className={styles.form}>
      <UserFields form={form} roles={roles} canGiveAllSites={canGiveAllSites} isSelf={user.isSelf} />
      <FormFoot form={form} submitLabel="Guardar cambios" />
      <StepUpDialog form={form} />
    </FormFrame>
  )
}
