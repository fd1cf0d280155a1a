/** A page that cannot be drawn must not take the queue with it: it says so, and leads back. */
import { Component, type ReactNode } from 'react';
import { reportFault } from '@/api/errorLog';

interface Props {
  /** A new place is drawn anew. */
  place: string;
  children: ReactNode;
}

export class Boundary extends Component<Props, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  componentDidCatch(fault: Error) {
    reportFault({ type: 'script', code: 0, message: fault.message, url: location.href });
  }

  componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.failed) this.setState({ failed: false });
  }

  render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="pda-gate">
        <h1>这一页没有打开</h1>
        <p role="alert">填写的内容都在本机，没有丢失。请返回，或到“待传”导出后联系系统管理员</p>
        <a className="pda-button" href="#/">
          返回今日
        </a>
        <a className="pda-button quiet" href="#/queue">
          待传
        </a>
      </main>
    );
  }
}
