import { Head, Link } from '@inertiajs/react'
import { PasswordField } from '~/kit/fields/text_fields'
import styles from '~/kit/form/bare.module.css'
import { BareForm } from '~/kit/form/bare_form'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type Props = { token: string; email: string; expired: boolean }

export default function SetPassword({ token, email, expired }: Props) {
  const form = useFormSubmission({
    initial: { password: '', passwordConfirmation: '' },
    url: urlFor('password.set.store', { token }),
    leaving: 'allow',
  })
  if (expired) {
    return (
      <>
        <Head title="Enlace caducado" />
        <h1 className={styles.title}>El enlace ha caducado</h1>
        <p className={styles.lead}>
          Los enlaces sirven una sola vez y durante 72 horas. Pida otro a su administrador.
        </p>
        <Link href={urlFor('login')}>Volver al inicio de sesión</Link>
      </>
    )
  }
  return (
    <BareForm title="Elija su contraseña" lead={email} form={form} submitLabel="Guardar contraseña">
      <PasswordField
        label="Contraseña"
        help="12 caracteres como mínimo. Evite su nombre, su correo y contraseñas habituales."
        autoComplete="new-password"
        isRequired
        hasFocus
        {...form.field('password')}
      />
      <PasswordField
        label="Repita la contraseña"
        autoComplete="new-password"
        isRequired
        {...form.field('passwordConfirmation')}
      />
    </BareForm>
  )
}
