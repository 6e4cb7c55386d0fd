import type { SquareAccount } from './client.ts'

const scripts = {
  sandbox: 'https://sandbox.web.squarecdn.com/v1/square.js',
  production: 'https://web.squarecdn.com/v1/square.js',
}

/** Address browsers load Square's card form from. */
export const scriptUrlOf = ({
  scriptUrl,
  environment,
}: Pick<SquareAccount, 'scriptUrl' | 'environment'>): string => scriptUrl ?? scripts[environment]
