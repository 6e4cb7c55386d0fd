/** What text inputs, text areas and selects share. 16 px on phones, or iOS zooms in on focus. */
export const controlStyle =
  'w-full min-w-0 rounded-control border border-edge bg-card px-3 py-2.5 text-base text-ink placeholder:text-soft hover:border-ink-soft aria-invalid:border-red aria-invalid:bg-red-wash/40 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-soft focus-visible:outline-offset-0'
