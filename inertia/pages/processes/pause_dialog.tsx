import { FormDialog } from '~/kit/dialog/form_dialog'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { Process } from './process_types'
import { processUrls } from './process_urls'
import styles from './processes.module.css'

/** Why a process is paused and until when; one without which the product is not sound is confirmed by a word. */
export function PauseDialog({ process, onClose }: { process: Process; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { reason: '', until: '', confirmation: '' },
    url: processUrls(process).pause,
    method: 'post',
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Pausar «${process.title}»`}
      form={form}
      submitLabel="Pausar"
      isDangerous={process.isCritical}
    >
      <p className={styles.sentence}>
        {process.changes} En pausa no empieza por sí solo: lo que esté en marcha termina, lo que llegue
        mientras tanto espera, y las horas que pasen no se recuperan.
      </p>
      <TextAreaField label="Motivo" isRequired lengthMin={5} {...form.field('reason')} />
      <DayField
        label="Hasta"
        help="Ese día se reanuda solo. Sin fecha, hasta que alguien lo reanude."
        {...form.field('until')}
      />
      {process.isCritical ? (
        <TextField
          label="Confirmación"
          help="Es un proceso crítico: escriba PAUSAR."
          isRequired
          {...form.field('confirmation')}
        />
      ) : null}
    </FormDialog>
  )
}
