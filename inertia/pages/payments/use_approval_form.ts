import { useFormSubmission } from '~/kit/form/use_form_submission'

type Approved = {
  url: string
  /** Of what the page shows: something else is not approved. */
  fingerprint: string
  onSuccess: () => void
}

/** The form of an approval: what was shown, and a comment where somebody writes one. */
export function useApprovalForm({ url, fingerprint, onSuccess }: Approved) {
  return useFormSubmission({
    initial: { comment: '' },
    url,
    leaving: 'allow',
    transform: ({ comment }) => ({ fingerprint, comment: comment.trim() === '' ? null : comment }),
    onSuccess,
  })
}
