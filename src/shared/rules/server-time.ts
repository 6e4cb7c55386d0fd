/**
 * Header of every answer of ours: the time on the server's clock when it began to answer, as a UTC instant. It marks the answer: what
 * a captive portal or a proxy answers in our place lacks it.
 */
export const serverTimeHeader = 'x-server-time'
