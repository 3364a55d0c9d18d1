import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '~/kit/dialog/dialog'
import { CodeBoxes } from '~/kit/form/code_boxes'
import type { FormState } from '~/kit/form/use_form_submission'
import { useShared } from '~/shared_props'
import styles from '../form/form.module.css'

type Props = { form: FormState }

/**
 * «Confirme su identidad»: opens when the server asked for the second factor and repeats the same submission with the
 * code. Someone of the system role without two-factor gives the password instead.
 */
export function StepUpDialog({ form }: Props) {
  return (
    <Dialog
      opened={form.stepUp !== null}
      onClose={form.cancelStepUp}
      title="Confirme su identidad"
      size="sm"
      zIndex={400}
    >
      {form.stepUp ? <StepUpForm form={form} /> : null}
    </Dialog>
  )
}

function StepUpForm({ form }: Props) {
  const [code, setCode] = useState('')
  const hasCode = useShared().auth.user?.twoFactorEnabled ?? true
  const { error = null, demoCode = null } = form.stepUp ?? {}
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        form.confirmStepUp(code)
      }}
    >
      <p className={styles.text}>
        {hasCode
          ? 'Introduzca el código de 6 dígitos de su aplicación de autenticación.'
          : 'Introduzca su contraseña para continuar.'}
      </p>
      {hasCode ? (
        <CodeBoxes
          value={code}
          onChange={setCode}
          onComplete={form.confirmStepUp}
          error={error}
          isDisabled={form.processing}
        />
      ) : (
        <PasswordInput
          label="Contraseña"
          value={code}
          autoComplete="current-password"
          data-autofocus
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {demoCode && hasCode ? (
        <p className={styles.text}>
          Demostración: el código de ahora es{' '}
          <button type="button" className="num" onClick={() => form.confirmStepUp(demoCode)}>
            {demoCode}
          </button>
        </p>
      ) : null}
      <div className={styles.foot}>
        <Button variant="default" onClick={form.cancelStepUp}>
          Cancelar
        </Button>
        <Button type="submit" loading={form.processing} disabled={code === ''}>
          Confirmar
        </Button>
      </div>
    </form>
  )
}
