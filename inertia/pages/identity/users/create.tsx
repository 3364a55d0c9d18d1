import { FormPage } from '~/kit/form/form_page'
import { urlFor } from '~/urls'
import { UserFields } from './user_fields'
import type { RoleOption } from './user_row'
import { useUserForm } from './user_values'

type Props = { roles: RoleOption[]; canGiveAllSites: boolean }

export default function UsersCreate({ roles, canGiveAllSites }: Props) {
  const form = useUserForm({
    initial: { name: '', email: '', role: null, allSites: false, siteIds: [], sharedInbox: false },
    url: urlFor('users.store'),
    method: 'post',
  })
  return (
    <FormPage
      title="Nuevo usuario"
      subtitle="Recibirá por correo un enlace de 72 horas para elegir su contraseña."
      form={form}
      submitLabel="Crear usuario"
      cancelHref={urlFor('users')}
    >
      <UserFields form={form} roles={roles} canGiveAllSites={canGiveAllSites} />
    </FormPage>
  )
}
