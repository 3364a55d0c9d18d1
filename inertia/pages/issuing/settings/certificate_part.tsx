import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day, Instant } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { FileField } from '~/kit/fields/file_field'
import { PasswordField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { TabProps } from './issuing_tab_data'

/** The certificate that the company sends with, and how sending goes. */
export function CertificatePart({ siteId, tab }: TabProps) {
  const [isOpen, setIsOpen] = useState(false)
  const test = useFormSubmission({
    initial: {},
    url: urlFor('sites.issuing.test', { id: siteId }),
    leaving: 'allow',
  })
  const { connection } = tab
  return (
    <Section title="Conexión con la AEAT">
      <Facts facts={factsOf(tab)} />
      {tab.canWrite ? (
        <div className={styles.row}>
          <Button variant={connection ? 'default' : 'filled'} onClick={() => setIsOpen(true)}>
            {connection ? 'Cambiar el certificado' : 'Subir el certificado'}
          </Button>
          {connection ? (
            <Button variant="default" loading={test.processing} onClick={() => test.submit()}>
              Probar
            </Button>
          ) : null}
        </div>
      ) : null}
      {isOpen ? <CertificateDialog siteId={siteId} tab={tab} onClose={() => setIsOpen(false)} /> : null}
    </Section>
  )
}

function factsOf({ connection, sender }: TabProps['tab']) {
  return [
    {
      label: 'Certificado',
      value: connection ? (
        <>
          <StatusBadge {...connection.status} /> {connection.environmentLabel}
        </>
      ) : (
        'Falta: los registros esperan hasta que se suba.'
      ),
    },
    ...(connection?.since ? [{ label: 'Subido', value: <Day value={connection.since} /> }] : []),
    ...(connection?.reason ? [{ label: 'Motivo', value: connection.reason }] : []),
    { label: 'Pendientes de envío', value: String(sender.open) },
    { label: 'Rechazados', value: String(sender.refused) },
    ...(sender.lastOkAt ? [{ label: 'Último envío', value: <Instant value={sender.lastOkAt} /> }] : []),
    ...(sender.error ? [{ label: 'Último error', value: sender.error }] : []),
  ]
}

/** A file with the certificate and its key; it is sealed and never shown again. */
function CertificateDialog({ siteId, tab, onClose }: TabProps & { onClose: () => void }) {
  const form = useFormSubmission({
    initial: {
      file: null as File | null,
      passphrase: '',
      environment: (tab.connection?.environment ?? tab.environments[0]?.value ?? null) as string | null,
      baseUrl: '',
    },
    url: urlFor('sites.issuing.certificate', { id: siteId }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Certificado de la empresa"
      form={form}
      submitLabel="Guardar y probar"
      size="lg"
    >
      <FileField
        label="Certificado con su clave"
        isRequired
        help=".p12, .pfx o .pem: de la empresa, de su representante o de sello."
        accept=".p12,.pfx,.pem"
        {...form.field('file')}
      />
      <PasswordField label="Contraseña" autoComplete="off" {...form.field('passphrase')} />
      <SelectField label="Entorno" isRequired options={tab.environments} {...form.field('environment')} />
      {form.values.environment === 'sandbox_local' ? (
        <TextField label="Dirección del simulador" isRequired {...form.field('baseUrl')} />
      ) : null}
    </FormDialog>
  )
}
