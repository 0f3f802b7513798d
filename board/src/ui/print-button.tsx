import type { ReactElement } from 'react';
import { Button } from './controls.tsx';

export const PrintButton = (): ReactElement => <Button onClick={() => print()}>Print</Button>;
