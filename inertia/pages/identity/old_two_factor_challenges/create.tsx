import { Link } from '@inertiajs/react'
import { TextField } from '~/kit/fields/text_fields'
import { BareForm } from '~/kit/form/bare_form'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type Props = { demoCode: string | null }

export default function OldTwoFactorChallenge({ demoCode }: Props) {
  const form = useFormSubmission({
    initial: { code: '' },
    url: urlFor('two-factor.challenge.store'),
    leaving: 'allow',
  })
  return (
    <BareForm
      title="Verificación en dos pasos, versión sencilla"
      form={form}
      submitLabel="Verificar"
      foot={
        <>
          <Link href={urlFor('two-factor.challenge')}>Versión con casillas</Link>
          <Link href={urlFor('login')}>Volver al inicio de sesión</Link>
        </>
      }
    >
      <TextField
        label="Código de verificación o de recuperación"
        help={
          demoCode
            ? `Demostración: el código de ahora es ${demoCode}`
            : 'Los 6 dígitos de su aplicación, o uno de sus códigos de recuperación.'
        }
        autoComplete="one-time-code"
        isRequired
        hasFocus
        {...form.field('code')}
      />
    </BareForm>
  )
}
