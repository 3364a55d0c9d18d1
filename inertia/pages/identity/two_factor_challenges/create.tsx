import { Link } from '@inertiajs/react'
import { useState } from 'react'
import { TextField } from '~/kit/fields/text_fields'
import styles from '~/kit/form/bare.module.css'
import { BareForm } from '~/kit/form/bare_form'
import { CodeBoxes } from '~/kit/form/code_boxes'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type Props = { demoCode: string | null }

export default function TwoFactorChallenge({ demoCode }: Props) {
  const [isRecovering, setIsRecovering] = useState(false)
  const form = useFormSubmission({
    initial: { code: '', recoveryCode: '' },
    url: urlFor('two-factor.challenge.store'),
    leaving: 'allow',
    transform: ({ code, recoveryCode }) => (isRecovering ? { recoveryCode } : { code }),
  })
  const swap = () => {
    form.restart()
    setIsRecovering(!isRecovering)
  }
  return (
    <BareForm
      title="Verificación en dos pasos"
      lead={
        isRecovering
          ? 'Introduzca uno de los códigos que guardó al activarla.'
          : 'Introduzca el código de 6 dígitos de su aplicación de autenticación.'
      }
      form={form}
      submitLabel="Verificar"
      foot={
        <>
          <button type="button" onClick={swap}>
            {isRecovering ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
          </button>
          <Link href={urlFor('two-factor.challenge.old')}>Versión sencilla</Link>
          <Link href={urlFor('login')}>Volver al inicio de sesión</Link>
        </>
      }
    >
      {isRecovering ? (
        <TextField
          label="Código de recuperación"
          autoComplete="off"
          placeholder="XXXXX-XXXXX"
          hasFocus
          {...form.field('recoveryCode')}
        />
      ) : (
        <CodeBoxes
          value={form.values.code}
          error={form.errors.code ?? null}
          isDisabled={form.processing}
          onChange={(code) => form.set({ code })}
          onComplete={(code) => form.submit({ code })}
        />
      )}
      {demoCode && !isRecovering ? (
        <p className={styles.quiet}>
          Demostración: el código de ahora es{' '}
          <button type="button" className="num" onClick={() => form.submit({ code: demoCode })}>
            {demoCode}
          </button>
        </p>
      ) : null}
    </BareForm>
  )
}
