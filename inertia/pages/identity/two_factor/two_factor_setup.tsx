import { Button, CopyButton } from '@mantine/core'
import { CodeBoxes } from '~/kit/form/code_boxes'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from './two_factor.module.css'

type Props = { setup: { qrSvg: string; secret: string } | null }

/** The three steps that switch the second factor on. */
export function TwoFactorSetup({ setup }: Props) {
  const start = useFormSubmission({ initial: {}, url: urlFor('2faSecurity.enable'), leaving: 'allow' })
  const confirm = useFormSubmission({
    initial: { code: '' },
    url: urlFor('2faSecurity.confirm'),
    leaving: 'allow',
  })
  if (setup === null) {
    return (
      <div className={styles.start}>
        <p>Necesita un teléfono con una aplicación de autenticación. Se tarda un par de minutos.</p>
        <Button loading={start.processing} onClick={() => start.submit()}>
          Activar
        </Button>
      </div>
    )
  }
  return (
    <ol className={styles.steps}>
      <li>
        <h2>Instale una aplicación de autenticación</h2>
        <p>Por ejemplo Google Authenticator, Microsoft Authenticator o Aegis, en su teléfono.</p>
      </li>
      <li>
        <h2>Escanee este código</h2>
        <img
          className={styles.qr}
          alt="Código QR para la aplicación de autenticación"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qrSvg)}`}
        />
        <p>
          O escriba esta clave:{' '}
          <code className={styles.secret}>{setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
          <CopyButton value={setup.secret}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="subtle" onClick={copy}>
                {copied ? 'Copiada' : 'Copiar'}
              </Button>
            )}
          </CopyButton>
        </p>
      </li>
      <li>
        <h2>Escriba el código que aparece</h2>
        <form
          className={styles.confirm}
          onSubmit={(event) => {
            event.preventDefault()
            confirm.submit()
          }}
        >
          <span>Código de verificación</span>
          <CodeBoxes
            value={confirm.values.code}
            error={confirm.errors.code ?? null}
            isDisabled={confirm.processing}
            onChange={(code) => confirm.set({ code })}
            onComplete={(code) => confirm.submit({ code })}
          />
          <Button type="submit" loading={confirm.processing}>
            Activar
          </Button>
        </form>
      </li>
    </ol>
  )
}
