import { PasswordField, TextField } from '~/kit/fields/text_fields'
import styles from '~/kit/form/bare.module.css'
import { BareForm } from '~/kit/form/bare_form'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type DemoUser = { email: string; name: string; role: string; password: string }
type Props = { email?: string; demo?: { users: DemoUser[] } | null }

export default function Login({ email = '', demo = null }: Props) {
  const form = useFormSubmission({
    initial: { email, password: '' },
    url: urlFor('login.store'),
    leaving: 'allow',
  })
  return (
    <>
      <BareForm
        title="Iniciar sesión"
        lead="Use su correo de la empresa."
        form={form}
        submitLabel="Iniciar sesión"
      >
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          isRequired
          hasFocus={email === ''}
          {...form.field('email')}
        />
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          isRequired
          hasFocus={email !== ''}
          {...form.field('password')}
        />
      </BareForm>
      {demo ? (
        <section className={styles.demo}>
          <h2>Usuarios de demostración: pulse para rellenar</h2>
          <ul>
            {demo.users.map((user) => (
              <li key={user.email}>
                <button
                  type="button"
                  onClick={() => form.set({ email: user.email, password: user.password })}
                >
                  <span>{user.name}</span>
                  <span className={styles.quiet}>{user.role}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
