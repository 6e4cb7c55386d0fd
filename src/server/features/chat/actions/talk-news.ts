/** Types of the notifications about a talk; whoever reads the talk has read them too. */
export const talkNews = {
  on_my_way: 'technician_on_way',
  arrived: 'technician_arrived',
  message: 'job_message',
  closed: 'communication_closed',
} as const
